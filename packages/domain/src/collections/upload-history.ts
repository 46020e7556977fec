import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

/**
 * `ready`: checked, and waits for somebody to say that it may be stored. `undoing`: what it added
 * is being taken away. `undone` ends an import that was undone or cancelled: nothing of it is on
 * the timeline.
 */
export const UPLOAD_STATES = [
  'uploading',
  'checking',
  'ready',
  'storing',
  'analysing',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** The least progress of a check that has begun: until then an upload waits for its turn. */
export const UPLOAD_BEGUN = 0.001;
export const waitsForTurn = ({
  state,
  progress,
}: {
  readonly state: UploadState;
  readonly progress: number;
}): boolean => state === 'checking' && progress < UPLOAD_BEGUN;

/** What somebody did with an import, oldest first. */
export const UPLOAD_ACTIONS = [
  'uploaded',
  'started',
  'rerun',
  'undone',
  'cancelled',
  'discarded',
  'downloaded',
] as const;

/**
 * Clock of the recording against the true time: true = recorded + offset + drift × time since its
 * beginning.
 */
export const recordingClock = z.strictObject({
  offsetSeconds: z.number().min(-4e9).max(4e9),
  driftPpm: z.number().min(-1000).max(1000),
});
export type RecordingClock = z.infer<typeof recordingClock>;

/**
 * What files call checksums that lie beside their signals (EDF+ of some makers): kept with the
 * data, and no signal to look at.
 */
export const CHECKSUM_LABEL = /^crc[ _-]?\d*$/i;

/** A stream as the file declares it, and as it stands on the timeline. */
export const uploadedStream = z.strictObject({
  streamId: z.int().min(0).max(65_535),
  kind: z.string().max(40),
  label: z.string().max(120),
  unit: z.string().max(20),
  channels: z.int().min(1).max(1024),
  sampleRateHz: z.number().min(0),
  samples: z.int().min(0),
});
export type UploadedStream = z.infer<typeof uploadedStream>;

/**
 * What is wrong with the file, and where; the complete part is kept all the same. `file`: of a
 * recording of several, the one that it is about.
 */
export const uploadFault = z.strictObject({
  code: z.string().max(60),
  byteOffset: z.int().min(0),
  count: z.int().min(1),
  file: z.string().max(255).optional(),
});
export type UploadFault = z.infer<typeof uploadFault>;

/**
 * One imported file of a room; the same bytes twice are the same document, whose id is their
 * SHA-256.
 */
export const uploadHistoryCollection = defineCollection('uploadHistory', 'room', ['sha256'], {
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string().min(1).max(255),
  sizeBytes: z.int().min(0),
  /** `yamori`, `edf`, `bdf`, `csv` …; empty until it was looked at. */
  format: z.string().max(20),
  /** The device whose timeline it went to: the file's own, or one that stands for this upload. */
  deviceSerial: z.string().max(40).nullable(),
  from: z.date().nullable(),
  to: z.date().nullable(),
  streams: z.array(z.string().max(40)).max(64).default([]),
  streamTable: z.array(uploadedStream).max(64).default([]),
  /** Whole frames (or what became frames) in the file. */
  frames: z.int().min(0).default(0),
  badFrames: z.int().min(0).default(0),
  /** Frames that this import put on the timeline, and those that were there already. */
  addedFrames: z.int().min(0).default(0),
  repeatedFrames: z.int().min(0).default(0),
  gaps: z.int().min(0).default(0),
  faults: z.array(uploadFault).max(50).default([]),
  state: z.enum(UPLOAD_STATES),
  /** Done part of the present state, 0 to 1. */
  progress: z.number().min(0).max(1).default(0),
  /** Code of the problem that ended it. */
  error: z.string().max(120).nullable().default(null),
  clock: recordingClock.nullable().default(null),
  /** Whether the original can be downloaded and run again. */
  originalStored: z.boolean().default(false),
  /** Stored as soon as it is checked, or waits in `ready`. */
  autoStart: z.boolean().default(true),
  /** Where the bytes go while it is `uploading`: `{UPLOADS_PATH}/{uploadId}`. */
  uploadId: z.string().max(40).nullable().default(null),
  uploadedBy: z.string(),
  actions: z
    .array(z.strictObject({ at: z.date(), by: z.string(), action: z.enum(UPLOAD_ACTIONS) }))
    .max(200)
    .default([]),
});
