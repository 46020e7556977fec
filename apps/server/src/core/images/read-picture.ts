import type { PictureFacts } from './picture-facts.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';

/** A picture whose kind its content says, read to its last byte; null as `readPictureText`. */
export const readPicture = async (bytes: Buffer): Promise<PictureFacts | null> =>
  (await readPng(bytes)) ?? readJpeg(bytes) ?? readWebp(bytes);

const READERS: Readonly<
  Record<string, (bytes: Buffer) => PictureFacts | null | Promise<PictureFacts | null>>
> = { png: readPng, jpeg: readJpeg, webp: readWebp };

/**
 * A picture as documents keep it (`pictureText`), read to its last byte; null: it is not what it
 * says, not whole, too large, or more than a picture (decision 057).
 */
export async function readPictureText(text: string): Promise<PictureFacts | null> {
  const [, kind = '', packed = ''] =
    /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(packed, 'base64');
  // Signs that no byte comes of would ride along.
  return bytes.toString('base64') === packed ? ((await READERS[kind]?.(bytes)) ?? null) : null;
}
