import { z } from 'zod';
import { recordingClock } from '../collections/upload-history.ts';

/**
 * Import of files (docs/import.md). Uploads speak tus 1.0 (core, creation, termination,
 * expiration):
 *
 * OPTIONS {UPLOADS_PATH}                what the server can do: Tus-Version, Tus-Max-Size,
 * Tus-Extension POST    {UPLOADS_PATH}                Upload-Length, Upload-Metadata
 * (`uploadMetadata`) → 201, Location {UPLOADS_PATH}/{uploadId}
 *   HEAD    {UPLOADS_PATH}/{uploadId}     → 200, Upload-Offset, Upload-Length
 * PATCH   {UPLOADS_PATH}/{uploadId}     Upload-Offset, application/offset+octet-stream → 204,
 * Upload-Offset: durable up to there
 *   DELETE  {UPLOADS_PATH}/{uploadId}     → 204
 *
 * With the last byte the import begins. Everything about it is in its document
 * `room/{roomId}/uploadHistory/{sha256}`, live. A file that the room has already, or that another
 * member is uploading, is refused with `import-exists`; its `place` is the document's path. The
 * same member's second tab gets the upload that is under way, with 201 and its Upload-Offset.
 */
export const UPLOADS_PATH = '/api/uploads';
export const TUS_VERSION = '1.0.0';

/**
 * Bytes of one PATCH that a browser sends at a time: what has arrived is kept, a request must end
 * within a minute.
 */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024;

/**
 * A file's name as a browser says it: no path in it, nothing that a name on a disk could not be.
 */
export const importFileName = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (name) => !UNSAFE_NAME.test(name) && name.trim() === name && name !== '.' && name !== '..',
  );
// eslint-disable-next-line no-control-regex
const UNSAFE_NAME = /[\u0000-\u001f\u007f/\\\u202a-\u202e\u2066-\u2069]/;

/** What the file does not say, or says wrongly. */
export const importSettings = z.strictObject({
  /**
   * True time of the first sample; without it the file's own, read in the time zone of the
   * organisation.
   */
  startedAt: z.iso.datetime({ offset: true }).optional(),
  clock: recordingClock.optional(),
  /** Of a table without a column of seconds. */
  sampleRateHz: z.number().positive().max(100_000).optional(),
});
export type ImportSettings = z.infer<typeof importSettings>;

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The keys of `Upload-Metadata`, after base64. `settings` is JSON (`importSettings`). */
export const uploadMetadata = z.strictObject({
  roomId: z.string().min(1).max(128),
  fileName: importFileName,
  sha256,
  /** `no`: it waits in `ready` after the check, until `start`. */
  autoStart: z.enum(['yes', 'no']).default('yes'),
  settings: z.string().max(1000).default('{}'),
});
export type UploadMetadata = z.infer<typeof uploadMetadata>;
