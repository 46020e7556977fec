import type { Queries } from '../../../core/database/database.ts';
import { MAX_PHOTO_BYTES, ProblemError, type PHOTO_TYPES } from '@yamori/domain';
import { readPicture } from '../../../core/images/validate-images.ts';

type Photo = { readonly contentType: string; readonly bytes: Buffer };

/** The URL of a member's photo. It changes with each photo, so that browsers may cache it. */
const getPhotoUrl = (userId: string, at: Date): string =>
  `/api/account/photo/${encodeURIComponent(userId)}?v=${at.getTime()}`;

/** Stores the photo and its URL. */
export async function putPhoto(
  queries: Queries,
  userId: string,
  photo: { type: PhotoType; bytes: Buffer },
  at: Date,
): Promise<void> {
  await queries.query({
    name: 'upsert_photo',
    text: `with kept as (insert into member_photo (user_id, content_type, bytes, updated_at) values ($1, $2, $3, $4)
        on conflict (user_id) do update set content_type = excluded.content_type, bytes = excluded.bytes, updated_at = excluded.updated_at)
      update auth_user set image = $5, updated_at = $4 where id = $1`,
    values: [userId, photo.type, photo.bytes, at, getPhotoUrl(userId, at)],
  });
}

export async function dropPhoto(queries: Queries, userId: string, at: Date): Promise<void> {
  await queries.query({
    name: 'delete_photo',
    text: 'with gone as (delete from member_photo where user_id = $1) update auth_user set image = null, updated_at = $2 where id = $1',
    values: [userId, at],
  });
}

export async function findPhoto(queries: Queries, userId: string): Promise<Photo | null> {
  const [photo] = await queries.query<Photo>({
    name: 'find_photo',
    text: 'select content_type as "contentType", bytes from member_photo where user_id = $1',
    values: [userId],
  });
  return photo ?? null;
}

type PhotoType = (typeof PHOTO_TYPES)[number];

/**
 * Returns the image type by content, never by the declared type. Accepts only complete, small
 * images without metadata (decision 057): the web app re-encodes photos, but other clients could
 * send for example where a photo was taken.
 */
export async function checkPhoto(bytes: Buffer): Promise<PhotoType> {
  if (bytes.length > MAX_PHOTO_BYTES)
    throw new ProblemError('photo-too-large', {
      place: 'photo',
      details: { limit: MAX_PHOTO_BYTES / 1000 },
    });
  const picture = await readPicture(bytes);
  if (picture === null) throw new ProblemError('photo-invalid', { place: 'photo' });
  return picture.type;
}
