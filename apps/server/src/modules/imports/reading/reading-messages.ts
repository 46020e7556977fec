import type { ImportSettings, Problem } from '@yamori/domain';
import type { JobLease } from '../../../core/messaging/jobs/job-store.ts';
import type { ImportTarget } from '../../../core/timeline/importing/append-frames.ts';
import type { UploadKey } from '../uploads/original-store.ts';
import type { ImportPlan } from './import-plan.ts';

/** What the thread that reads a file is started with. */
export type ReadingStart = {
  readonly databaseUrl: string;
  readonly key: UploadKey;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly settings: ImportSettings;
  /** Of the organisation: files have none. */
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
  /** When the file was taken: the same for each try. */
  readonly receivedMs: number;
};

/** Samples of one stream of the file, for a look at its clock. */
export type SampleTask = {
  readonly kind: 'samples';
  readonly plan: ImportPlan;
  readonly streamId: number;
};

/** `gaps` are filled with NaN; times by the recording's own clock. */
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
