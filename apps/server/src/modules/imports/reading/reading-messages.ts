import type { ImportSettings, Problem } from '@yamori/domain';
import type { JobLease } from '../../../core/messaging/jobs/job-store.ts';
import type { ImportTarget } from '../../../core/timeline/importing/append-frames.ts';
import type { UploadKey } from '../uploads/original-store.ts';
import type { ImportPlan } from './import-plan.ts';

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
  readonly task: CheckTask | StoreTask | SampleTask;
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

/** Reads the samples of one stream, to estimate the clock error. */
export type SampleTask = {
  readonly kind: 'samples';
  readonly plan: ImportPlan;
  readonly streamId: number;
};

/** Gaps are NaN. Times are those of the recording's own clock. */
export type SampledStream = {
  readonly startUs: number;
  readonly sampleRateHz: number;
  readonly values: Float32Array;
};

export type FromReading =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'checked'; readonly plan: ImportPlan }
  | { readonly kind: 'stored' }
  | { readonly kind: 'sampled'; readonly stream: SampledStream }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'failed'; readonly reason: string };
