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
 *
 *   POST {importPath}/start | rerun | undo | cancel | discard   `importCommand` → `importReply`
 *   POST {importPath}/clock                            → `clockFitReply`, in `ready` only
 *   GET  {importPath}/original                         the bytes as they came
 *   POST /api/imports/proposal                         `proposalCall` → `proposalReply`
 */
export const UPLOADS_PATH = '/api/uploads';
export const TUS_VERSION = '1.0.0';
export const importPath = (roomId: string, sha256: string): string =>
  `/api/rooms/${encodeURIComponent(roomId)}/imports/${sha256}`;

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

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

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

/**
 * `start` and `rerun` take settings; those that are left out stay. A rerun takes away what it added
 * before.
 */
export const importCommand = z.strictObject({ settings: importSettings.optional() });
export type ImportCommand = z.infer<typeof importCommand>;

export const importReply = z.strictObject({ path: z.string(), accepted: z.literal(true) });
export type ImportReply = z.infer<typeof importReply>;

/**
 * How the recording's clock goes against what is on the room's timeline already; null where nothing
 * of the same kind overlaps or fits.
 */
export const clockFitReply = z.strictObject({
  fit: z
    .strictObject({
      ...recordingClock.shape,
      certainty: z.number().min(0).max(1),
      kind: z.string(),
      overlapSeconds: z.number().min(0),
    })
    .nullable(),
});
export type ClockFitReply = z.infer<typeof clockFitReply>;

/**
 * Where a recording most likely belongs. `from` and `to`: true times; null where the file does not
 * say.
 */
export const proposalCall = z.strictObject({
  serial: z.string().max(255).nullable(),
  from: z.iso.datetime({ offset: true }).nullable(),
  to: z.iso.datetime({ offset: true }).nullable(),
});
export type ProposalCall = z.infer<typeof proposalCall>;

export const proposalReply = z.strictObject({
  /**
   * Rooms that the member may import to, likeliest first: where the device stood then, where it
   * stands now.
   */
  rooms: z.array(
    z.strictObject({
      roomId: z.string(),
      reason: z.enum(['stoodThen', 'standsNow']),
      night: z.iso.date().nullable(),
      timeZone: z.string(),
    }),
  ),
});
export type ProposalReply = z.infer<typeof proposalReply>;
