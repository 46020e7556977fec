import { z } from 'zod';
import { recordingClock } from '../collections/upload-history.ts';

/**
 * Import of files (docs/import.md). Uploads speak tus 1.0 (core, creation, termination,
 * expiration):
 *
 * - `OPTIONS {UPLOADS_PATH}` → Tus-Version, Tus-Max-Size, Tus-Extension
 * - `POST {UPLOADS_PATH}` with Upload-Length and Upload-Metadata (`uploadMetadata`) → 201 and
 *   Location `{UPLOADS_PATH}/{uploadId}`
 * - `HEAD {UPLOADS_PATH}/{uploadId}` → 200, Upload-Offset, Upload-Length
 * - `PATCH {UPLOADS_PATH}/{uploadId}` with Upload-Offset, application/offset+octet-stream → 204 and
 *   Upload-Offset, the number of durable bytes
 * - `DELETE {UPLOADS_PATH}/{uploadId}` → 204
 *
 * The import starts after the last byte. The document `room/{roomId}/uploadHistory/{sha256}` shows
 * its state live. A file that the room already has, or that another member is uploading, is
 * rejected with `import-exists`; its `place` is the document's path. A second tab of the same
 * member gets the running upload, with 201 and its Upload-Offset.
 */
export const UPLOADS_PATH = '/api/uploads';
export const TUS_VERSION = '1.0.0';

/**
 * Bytes per PATCH from a browser. A request must end within a minute; received bytes survive an
 * interrupted one.
 */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024;

/** A file name from a browser: no path, and nothing that a file system may reject. */
export const importFileName = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (name) => !UNSAFE_NAME.test(name) && name.trim() === name && name !== '.' && name !== '..',
  );
// eslint-disable-next-line no-control-regex -- file names must not contain them
const UNSAFE_NAME = /[\u0000-\u001f\u007f/\\\u202a-\u202e\u2066-\u2069]/;

/** Facts that the file lacks or has wrong. */
export const importSettings = z.strictObject({
  /**
   * True time of the first sample. Defaults to the file's own time in the organisation's time zone.
   */
  startedAt: z.iso.datetime({ offset: true }).optional(),
  clock: recordingClock.optional(),
  /** For a table without a column of seconds. */
  sampleRateHz: z.number().positive().max(100_000).optional(),
});
export type ImportSettings = z.infer<typeof importSettings>;

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The keys of `Upload-Metadata`, after base64. `settings` is JSON (`importSettings`). */
export const uploadMetadata = z.strictObject({
  roomId: z.string().min(1).max(128),
  fileName: importFileName,
  sha256,
  /** `no`: the import waits in `ready` after the check, until `start`. */
  autoStart: z.enum(['yes', 'no']).default('yes'),
  settings: z.string().max(1000).default('{}'),
});
export type UploadMetadata = z.infer<typeof uploadMetadata>;
