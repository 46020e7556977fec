import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

/**
 * `ready`: checked, waiting for approval to store. `undoing`: its data is being removed. `undone`:
 * undone or cancelled; the timeline has none of its data.
 */
const UPLOAD_STATES = [
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

/** Minimum progress of a running check. Below it, the upload waits in the queue. */
export const UPLOAD_BEGUN = 0.001;
export const waitsForTurn = ({
  state,
  progress,
}: {
  readonly state: UploadState;
  readonly progress: number;
}): boolean => state === 'checking' && progress < UPLOAD_BEGUN;

/** Actions on an import, oldest first. */
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
 * Clock correction of a recording: true time = recorded time + offset + drift × time since its
 * start.
 */
export const recordingClock = z.strictObject({
  offsetSeconds: z.number().min(-4e9).max(4e9),
  driftPpm: z.number().min(-1000).max(1000),
});
export type RecordingClock = z.infer<typeof recordingClock>;

/** Labels of checksum channels (EDF+ of some makers): stored with the data, but not shown. */
export const CHECKSUM_LABEL = /^crc[ _-]?\d*$/i;

/** A stream as declared by the file and stored on the timeline. */
export const uploadedStream = z.strictObject({
  streamId: z.int().min(0).max(65_535),
  kind: z.string().max(40),
  label: z.string().max(120),
  unit: z.string().max(20),
  channels: z.int().min(1).max(1024),
  sampleRateHz: z.number().min(0),
  samples: z.int().min(0),
});

/**
 * A defect of the file and its position; the intact part is imported. `file`: the affected file of
 * a multi-file recording.
 */
export const uploadFault = z.strictObject({
  code: z.string().max(60),
  byteOffset: z.int().min(0),
  count: z.int().min(1),
  file: z.string().max(255).optional(),
});
export type UploadFault = z.infer<typeof uploadFault>;

/**
 * One imported file of a room. Its id is the SHA-256 of its bytes, so the same file is the same
 * document.
 */
export const uploadHistoryCollection = defineCollection('uploadHistory', 'room', ['sha256'], {
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string().min(1).max(255),
  sizeBytes: z.int().min(0),
  /** `yamori`, `edf`, `bdf`, `csv` …; empty until detected. */
  format: z.string().max(20),
  /** The device whose timeline received it: the file's own or one created for this upload. */
  deviceSerial: z.string().max(40).nullable(),
  from: z.date().nullable(),
  to: z.date().nullable(),
  streams: z.array(z.string().max(40)).max(64).default([]),
  streamTable: z.array(uploadedStream).max(64).default([]),
  /** Complete frames in the file, or created from it. */
  frames: z.int().min(0).default(0),
  badFrames: z.int().min(0).default(0),
  /** Frames added by this import; `repeatedFrames`: already on the timeline. */
  addedFrames: z.int().min(0).default(0),
  repeatedFrames: z.int().min(0).default(0),
  gaps: z.int().min(0).default(0),
  faults: z.array(uploadFault).max(50).default([]),
  state: z.enum(UPLOAD_STATES),
  /** Progress of the current state, 0 to 1. */
  progress: z.number().min(0).max(1).default(0),
  /** Problem code of a failed import. */
  error: z.string().max(120).nullable().default(null),
  clock: recordingClock.nullable().default(null),
  /** Whether the original file is stored, for download and rerun. */
  originalStored: z.boolean().default(false),
  /** Whether to store right after the check instead of waiting in `ready`. */
  autoStart: z.boolean().default(true),
  /** Upload id while `uploading`: `{UPLOADS_PATH}/{uploadId}`. */
  uploadId: z.string().max(40).nullable().default(null),
  uploadedBy: z.string(),
  actions: z
    .array(z.strictObject({ at: z.date(), by: z.string(), action: z.enum(UPLOAD_ACTIONS) }))
    .max(200)
    .default([]),
});
