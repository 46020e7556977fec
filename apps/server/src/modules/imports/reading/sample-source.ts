import type { FormatProblem } from '@yamori/formats';
import type { RecordingPart } from './sample-frames.ts';
import type { StreamGroup } from './stream-naming.ts';

/** A stretch of a file of samples, as its reader gives it. */
export type SourcePart = RecordingPart & {
  /** Of the file, up to the end of this part. */
  readonly fraction: number;
  /** What its reader found wrong; places are those of the file. */
  readonly problems: readonly FormatProblem[];
};

/**
 * A file of samples: everything but native files. Parts come in order, and the same ones whenever
 * they are asked for.
 */
export type SampleSource = {
  readonly format: string;
  /**
   * As the file says it: ISO 8601, without a zone unless it names one; null where it says nothing.
   */
  readonly startedAt: string | null;
  /** Streams of several signals, where the format itself knows them. */
  readonly groups: readonly StreamGroup[] | null;
  readonly parts: () => AsyncGenerator<SourcePart>;
};
