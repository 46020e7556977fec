import { ProblemError } from '@yamori/domain';
import type { Database, Queries } from '../../../core/database/database.ts';
import type { ImportLimits } from '../import-limits.ts';
import type { UploadKey } from './original-store.ts';

/** An upload, complete or not. */
export type Upload = UploadKey & {
  readonly roomId: string;
  readonly sha256: string;
  readonly ownerId: string;
  readonly sizeBytes: number;
  /** Durable bytes, from the start of the file. */
  readonly offsetBytes: number;
  /** Null once the upload is complete. */
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
};

type NewUpload = Omit<Upload, 'offsetBytes' | 'expiresAt'> & { readonly expiresAt: Date };

/** When an upload that receives no more bytes expires. */
export const getExpiry = ({
  now,
  limits,
}: {
  readonly now: () => Date;
  readonly limits: ImportLimits;
}): Date => new Date(now().getTime() + limits.uploadIdleHours * HOUR_MS);

const HOUR_MS = 3_600_000;

/**
 * Any constant that no other advisory lock uses (documents/writing/document-locks.ts,
 * database/idempotency-store.ts).
 */
const QUOTA_CLASS = 72_644;

/**
 * Adds an upload in the caller's transaction. The lock serialises uploads of an organisation, so
 * that concurrent ones cannot exceed the quota together.
 */
export async function addUpload(
  queries: Queries,
  upload: NewUpload,
  limits: ImportLimits,
): Promise<void> {
  await queries.query({
    name: 'lock_upload_quota',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [QUOTA_CLASS, upload.rootDomainId],
  });
  const [used] = await queries.query<{ bytes: string; own: string }>({
    name: 'read_upload_quota',
    text: `select coalesce(sum(size_bytes), 0) as bytes, count(*) filter (where owner_id = $2 and expires_at is not null) as own from uploads where root_domain_id = $1`,
    values: [upload.rootDomainId, upload.ownerId],
  });
  if (Number(used?.bytes ?? 0) + upload.sizeBytes > limits.domainBytes)
    throw new ProblemError('upload-quota-reached', { details: { limit: limits.domainBytes } });
  if (Number(used?.own ?? 0) >= limits.uploadsPerMember)
    throw new ProblemError('limit-uploads', {
      details: { limit: limits.uploadsPerMember },
      retryAfterSeconds: 60,
    });
  const added = await queries.query({
    name: 'insert_upload',
    text: `insert into uploads (root_domain_id, upload_id, room_id, sha256, owner_id, size_bytes, expires_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (room_id, sha256) do nothing returning upload_id`,
    values: [
      upload.rootDomainId,
      upload.uploadId,
      upload.roomId,
      upload.sha256,
      upload.ownerId,
      upload.sizeBytes,
      upload.expiresAt,
      upload.createdAt,
    ],
  });
  if (added.length === 0) throw new ProblemError('import-in-use');
}

const COLUMNS =
  'root_domain_id, upload_id, room_id, sha256, owner_id, size_bytes, offset_bytes, expires_at, created_at';

export async function findUpload(queries: Queries, uploadId: string): Promise<Upload | null> {
  const [row] = await queries.query<UploadRow>({
    name: 'find_upload',
    text: `select ${COLUMNS} from uploads where upload_id = $1`,
    values: [uploadId],
  });
  return row === undefined ? null : toUpload(row);
}

export async function findUploadByFile(
  queries: Queries,
  roomId: string,
  sha256: string,
): Promise<Upload | null> {
  const [row] = await queries.query<UploadRow>({
    name: 'find_upload_of_file',
    text: `select ${COLUMNS} from uploads where room_id = $1 and sha256 = $2`,
    values: [roomId, sha256],
  });
  return row === undefined ? null : toUpload(row);
}

/** Incomplete uploads past their expiry. */
export async function expiredUploads(
  database: Database,
  now: Date,
  limit: number,
): Promise<Upload[]> {
  const rows = await database.query<UploadRow>({
    name: 'list_expired_uploads',
    text: `select ${COLUMNS} from uploads where expires_at < $1 order by expires_at limit $2`,
    values: [now, limit],
  });
  return rows.map(toUpload);
}

/** @returns false if the upload no longer exists, or if it is complete and `whole` is false */
export async function dropUpload(
  queries: Queries,
  key: UploadKey,
  whole: boolean,
): Promise<boolean> {
  const rows = await queries.query({
    name: 'delete_upload',
    text: 'delete from uploads where root_domain_id = $1 and upload_id = $2 and ($3 or expires_at is not null) returning upload_id',
    values: [key.rootDomainId, key.uploadId, whole],
  });
  return rows.length > 0;
}

type UploadRow = {
  root_domain_id: string;
  upload_id: string;
  room_id: string;
  sha256: string;
  owner_id: string;
  size_bytes: string;
  offset_bytes: string;
  expires_at: Date | null;
  created_at: Date;
};

const toUpload = (row: UploadRow): Upload => ({
  rootDomainId: row.root_domain_id,
  uploadId: row.upload_id,
  roomId: row.room_id,
  sha256: row.sha256,
  ownerId: row.owner_id,
  sizeBytes: Number(row.size_bytes),
  offsetBytes: Number(row.offset_bytes),
  expiresAt: row.expires_at,
  createdAt: row.created_at,
});
