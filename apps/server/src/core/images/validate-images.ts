import { ProblemError } from '@yamori/domain';
import type { PlacedRow } from '../documents/document-row.ts';
import type { Invariant } from '../documents/writing/commit-guard.ts';
import type { PictureFacts } from './picture-facts.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';

/** Fields with images that browsers show, by collection. */
const IMAGE_FIELDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  deviceType: ['image'],
  domain: ['brand', 'logo'],
};

/**
 * Checks new and changed images to their last byte (decision 057). Images stored before this check
 * existed remain until they change.
 */
export const validateImages: Invariant = {
  on: { deviceType: ['image'], domain: ['brand'] },
  check: async (batch) => {
    for (const { before, after } of batch) {
      const place =
        after === null || after.parentPath !== '' ? undefined : IMAGE_FIELDS[after.collection];
      if (after === null || place === undefined) continue;
      const text = textAt(after, place);
      if (text !== null && text !== textAt(before, place) && (await readPictureText(text)) === null)
        throw new ProblemError('document-invalid', {
          place: after.path,
          issues: [{ field: place.join('.'), code: 'value-wrong' }],
        });
    }
  },
};

function textAt(row: PlacedRow | null, place: readonly string[]): string | null {
  const value = place.reduce<unknown>(
    (at, field) =>
      typeof at === 'object' && at !== null
        ? Object.entries(at).find(([name]) => name === field)?.[1]
        : undefined,
    row?.data,
  );
  return typeof value === 'string' ? value : null;
}

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
