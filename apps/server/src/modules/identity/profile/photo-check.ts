import { MOST_PHOTO_BYTES, refuse, type PHOTO_TYPES } from '@yamori/domain';
import { readPicture } from '../../../core/images/read-picture.ts';

export type PhotoType = (typeof PHOTO_TYPES)[number];

/**
 * Returns the image type by content, never by the declared type. Accepts only complete, small
 * images without metadata (decision 057): the web app re-encodes photos, but other clients could
 * send for example where a photo was taken.
 */
export async function checkPhoto(bytes: Buffer): Promise<PhotoType> {
  if (bytes.length > MOST_PHOTO_BYTES)
    throw refuse('photo-too-large', {
      place: 'photo',
      details: { limit: MOST_PHOTO_BYTES / 1000 },
    });
  const picture = await readPicture(bytes);
  if (picture === null) throw refuse('photo-invalid', { place: 'photo' });
  return picture.type;
}
