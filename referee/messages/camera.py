"""What a camera or a picture has trouble with; what is said of a picture follows its name."""

from collections.abc import Mapping

from referee.messages.template import Template

CAMERA: Mapping[str, str | Template] = {
    "camera.none-yet": "no picture yet",
    "camera.pictures-ended": "the pictures have ended",
    "camera.failed": "the camera failed ({problem})",
    "camera.unusable-pictures": "its pictures cannot be used ({problem})",
    "camera.answers": "{name} answers {problem}",
    "camera.no-answer": "{name} does not answer ({problem})",
    "camera.not-http": "{name} does not answer over HTTP",
    "camera.no-jpeg": "{name} sends no JPEG pictures",
    "camera.too-slow": "{name} sends no whole picture within {seconds} s",
    "camera.has-ended": "{name} has ended",
    "camera.silent": "{name} has sent nothing for {seconds} s",
    "camera.broke-off": "{name} broke off ({problem})",
    "camera.no-pictures-there": "{name} holds no pictures",
    "camera.gives-none": "{name} gives no pictures",
    "camera.gives-no-more": "{name} gives no more pictures",
    "camera.cannot-be-opened": "{name} cannot be opened",
    "camera.number": "camera {number}",
    "camera.not-connected": "camera {number} is not connected",
    "camera.not-a-stream": '"{address}": a stream begins with http://, https:// or rtsp://',
    "camera.not-a-camera": '"{address}" is no camera: no number, no stream\'s address, no film, no folder',
    "picture.undecodable": "cannot be decoded",
    "picture.empty": "is empty",
    "picture.not-a-picture": "is not a picture (JPEG, PNG or WebP)",
    "picture.too-large": "is larger than {most} megapixels",
    "picture.damaged": "is damaged or cut short ({problem})",
    "picture.megapixels": "has {megapixels} megapixels; {most} are the most",
    "picture.too-thin": "is {width}x{height}: too thin for a picture of a table",
    "picture.folder": "is a folder, not a picture",
    "picture.not-there": "does not exist",
    "picture.cannot-be-opened": "cannot be opened ({problem})",
}
