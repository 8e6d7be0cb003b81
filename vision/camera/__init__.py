"""Pictures from a device, a stream, a film or a folder.

In reading order: sources.py (what an address names), device.py (at its best size), steadied.py (its focus and exposure
held), http.py (motion JPEG), files.py (films and folders), camera.py (the thread that keeps the newest picture),
picture.py (a file's pixels, or why not, decoded when looked at), light.py (how bright, where a lamp is mirrored, has it
colours, is the cloth of squares), clarity.py (clear enough to judge by), wholeness.py (a JPEG to its last block).
"""

from vision.camera.camera import PHOTOS, Camera
from vision.camera.clarity import Clarity, clarity_of, is_pale
from vision.camera.device import Capture, Delivered, Size, best_size, device_numbers, newest, opened
from vision.camera.light import CURVATURE, Lighting, has_colour, lighting_of, period_of
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
from vision.camera.sources import source
from vision.camera.wholeness import is_whole
