import { MAX_PHOTO_BYTES } from '@yamori/domain';

const SIDE_PIXELS = 512;
const QUALITIES = [0.9, 0.75, 0.6, 0.4];

/**
 * Converts any photo to a small square JPEG. Redrawing removes camera metadata such as place and
 * time. Null if the browser cannot read the file.
 */
export async function smallPhoto(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const side = Math.min(bitmap.width, bitmap.height);
  const pixels = Math.min(SIDE_PIXELS, side);
  const canvas = new OffscreenCanvas(pixels, pixels);
  canvas
    .getContext('2d')
    ?.drawImage(
      bitmap,
      (bitmap.width - side) / 2,
      (bitmap.height - side) / 2,
      side,
      side,
      0,
      0,
      pixels,
      pixels,
    );
  bitmap.close();
  for (const quality of QUALITIES) {
    const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (photo.size <= MAX_PHOTO_BYTES) return photo;
  }
  return null;
}
