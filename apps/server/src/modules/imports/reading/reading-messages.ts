import type { ClockFitReply, ImportSettings, Problem } from '@yamori/domain';
import type { JobLease } from '../../../core/messaging/jobs/job-store.ts';
import type { ImportTarget } from '../../../core/timeline/importing/append-frames.ts';
import type { UploadKey } from '../uploads/original-store.ts';
import type { ImportPlan, PlannedStream } from './import-plan.ts';

/** Start data of the file-reading thread. */
export type ReadingStart = {
  readonly databaseUrl: string;
  readonly key: UploadKey;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly settings: ImportSettings;
  /** Time zone of the organisation, because files have none. */
  readonly timeZone: string;
  readonly wholeFileBytes: number;
  /** The shared clock when the thread starts. */
  readonly startedMs: number;
  readonly task: CheckTask | StoreTask | ClockTask;
};

export type CheckTask = { readonly kind: 'check'; readonly sha256: string };

export type StoreTask = {
  readonly kind: 'store';
  readonly plan: ImportPlan;
  readonly serial: string;
  readonly target: ImportTarget;
  readonly lease: JobLease;
  /** When the file was uploaded; equal for all attempts. */
  readonly receivedMs: number;
};

/** Estimates the clock error of the recording. */
export type ClockTask = {
  readonly kind: 'clock';
  readonly plan: ImportPlan;
  readonly pairs: readonly StreamPair[];
};

/** A stream of the file, and a stream on the timeline of the same kind and rate. */
export type StreamPair = {
  readonly stream: PlannedStream;
  readonly serial: string;
  readonly streamId: number;
};

export type FromReading =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'checked'; readonly plan: ImportPlan }
  | { readonly kind: 'stored' }
  | { readonly kind: 'fitted'; readonly fit: ClockFitReply['fit'] }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'failed'; readonly reason: string };
