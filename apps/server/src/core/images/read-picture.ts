import type { PictureFacts } from './picture-facts.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';

/** Detects the format and reads the image to its last byte; null like `readPictureText`. */
export const readPicture = async (bytes: Buffer): Promise<PictureFacts | null> =>
  (await readPng(bytes)) ?? readJpeg(bytes) ?? readWebp(bytes);

const READERS: Readonly<
  Record<string, (bytes: Buffer) => PictureFacts | null | Promise<PictureFacts | null>>
> = { png: readPng, jpeg: readJpeg, webp: readWebp };

/**
 * Reads an image in the form that documents store (`pictureText`), to its last byte. Null if it is
 * of another type than declared, incomplete, too large, or contains more than an image (decision
 * 057).
 */
export async function readPictureText(text: string): Promise<PictureFacts | null> {
  const [, kind = '', packed = ''] =
    /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(packed, 'base64');
  // Characters that decode to nothing could hide data.
  return bytes.toString('base64') === packed ? ((await READERS[kind]?.(bytes)) ?? null) : null;
}
