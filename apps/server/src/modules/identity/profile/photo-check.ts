import { MOST_PHOTO_BYTES, refuse, type PHOTO_TYPES } from '@yamori/domain';
import { readPicture } from '../../../core/images/read-picture.ts';

export type PhotoType = (typeof PHOTO_TYPES)[number];

/**
 * What kind of picture this is, by its content and never by what its sender calls it: whole, small
 * and nothing but a picture (decision 057). Browsers draw a photo anew before they send it; what
 * comes past them says no more than that either, as where it was taken.
 * @throws ProblemError `photo-too-large`, `photo-invalid`
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
