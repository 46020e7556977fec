import { createHash } from 'node:crypto';
import type { Database, Queries } from '../../../core/database/database.ts';

export type UploadKey = { readonly rootDomainId: string; readonly uploadId: string };

/** Bytes of an original at an offset. */
export type OriginalPiece = { readonly atByte: number; readonly bytes: Uint8Array };

/** Maximum piece length. Request bodies are split into such pieces, each durable on its own. */
export const PIECE_BYTES = 1024 * 1024;

/**
 * Storage of original bytes, the counterpart of `ChunkStore`. `append` runs in the statement that
 * moves the upload's offset. A store outside the database must write the bytes first.
 */
export type OriginalStore = {
  /**
   * Appends a piece and moves the offset. @returns false if the upload is not at `atByte` or no
   * longer exists
   */
  readonly append: (
    queries: Queries,
    key: UploadKey,
    piece: OriginalPiece,
    expiresAt: Date | null,
  ) => Promise<boolean>;
  /** Pieces that overlap [fromByte, toByte), in order, with their hashes verified. */
  readonly read: (
    database: Database,
    key: UploadKey,
    fromByte: number,
    toByte: number,
  ) => AsyncGenerator<OriginalPiece>;
  readonly delete: (queries: Queries, key: UploadKey) => Promise<void>;
};

export const databaseOriginalStore: OriginalStore = { append, read, delete: remove };

async function append(
  queries: Queries,
  key: UploadKey,
  piece: OriginalPiece,
  expiresAt: Date | null,
): Promise<boolean> {
  const rows = await queries.query({
    name: 'append_upload',
    // One statement, so that the piece and the offset are written together or not at all.
    text: `with moved as (
        update uploads set offset_bytes = offset_bytes + $4, expires_at = $7
        where root_domain_id = $1 and upload_id = $2 and offset_bytes = $3 and offset_bytes + $4 <= size_bytes returning upload_id)
      insert into upload_pieces (root_domain_id, upload_id, at_byte, byte_length, sha256, bytes)
      select $1, upload_id, $3, $4, $5, $6 from moved returning at_byte`,
    values: [
      key.rootDomainId,
      key.uploadId,
      piece.atByte,
      piece.bytes.length,
      hashBytes(piece.bytes),
      asBuffer(piece.bytes),
      expiresAt,
    ],
  });
  return rows.length > 0;
}

async function* read(
  database: Database,
  key: UploadKey,
  fromByte: number,
  toByte: number,
): AsyncGenerator<OriginalPiece> {
  for (let at = fromByte; at < toByte;) {
    const [row] = await database.query<{ at_byte: string; sha256: Buffer; bytes: Buffer }>({
      name: 'find_upload_piece',
      text: `select at_byte, sha256, bytes from upload_pieces where root_domain_id = $1 and upload_id = $2 and at_byte <= $3 order by at_byte desc limit 1`,
      values: [key.rootDomainId, key.uploadId, at],
    });
    const begin = Number(row?.at_byte ?? Number.NaN);
    if (row === undefined || !(begin + row.bytes.length > at))
      throw new Error(`the original of upload ${key.uploadId} has no byte ${at}`);
    if (!hashBytes(row.bytes).equals(row.sha256))
      throw new Error(`the original of upload ${key.uploadId} is damaged on disk at byte ${begin}`);
    const bytes = row.bytes.subarray(at - begin, Math.min(row.bytes.length, toByte - begin));
    yield { atByte: at, bytes };
    at += bytes.length;
  }
}

async function remove(queries: Queries, key: UploadKey): Promise<void> {
  await queries.query({
    name: 'delete_upload_pieces',
    text: 'delete from upload_pieces where root_domain_id = $1 and upload_id = $2',
    values: [key.rootDomainId, key.uploadId],
  });
}

const hashBytes = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
