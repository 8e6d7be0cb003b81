"""Pictures from a device, a stream, a film or a folder.

In reading order: sources.py (which source an address names), device.py (a local camera at its best size), recognised.py
(the device of last time), steadied.py (locks its focus and exposure), http.py (motion JPEG), files.py (films and
folders), camera.py (the thread that keeps the newest picture), picture.py (decodes a file or says why it cannot, and
only on demand), light.py (brightness, reflections, colour, chequered cloths, veils), clarity.py (whether a picture is
clear enough for a verdict), wholeness.py (whether a JPEG is complete).
"""

from vision.camera.camera import PHOTOS, Camera
from vision.camera.clarity import Clarity, clarity_of
from vision.camera.device import Capture, Delivered, Size, best_size, device_numbers, newest, opened
from vision.camera.light import CURVATURE, Lighting, has_colour, is_pale, lighting_of, period_of
from vision.camera.picture import (
    MOST_FILE_PIXELS,
    CameraLost,
    CameraUnusable,
    Picture,
    PictureError,
    Pixels,
    encoded,
    load_picture,
    load_smaller,
    mirror_image,
    picture_size,
    thumbnail,
)
from vision.camera.recognised import CameraMemory, LastSeen, names
from vision.camera.sources import source
from vision.camera.wholeness import is_whole
