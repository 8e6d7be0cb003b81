"""Pictures from a device, a stream, a film, a folder: sources.py first, then http, camera, picture, decode."""
