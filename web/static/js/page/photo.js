// Scales photographs on this device, upright, to the size that the table reads, before they are sent.

import { h } from "./dom.js";

const LARGEST = 1_500_000; // bytes that are sent as they are
const LONGEST = 2400; // pixels of the longer side of what was larger: the table reads no more

/** A photograph as it is sent, null stays null; a file that this device cannot decode is sent unchanged. */
export async function fitting(photo) {
  if (!photo || photo.size <= LARGEST) return photo;
  try {
    const { width, height, drawn } = await opened(photo);
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    return (await drawn([0, 0, width, height], width * scale, height * scale)) || photo;
  } catch {
    return photo;
  }
}

/** A picture's width and height, and `drawn`: makes a JPEG of some size from a part [x, y, width, height]. */
export async function opened(photo) {
  const picture = await createImageBitmap(photo);
  const drawn = (part, width, height) => {
    const canvas = h("canvas", { width: Math.round(width), height: Math.round(height) });
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high"; // without it a smaller picture is jagged
    pen.fillStyle = "white"; // transparent parts count as white, as at the table
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, ...part, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", 0.9);
    });
  };
  return { width: picture.width, height: picture.height, drawn };
}
