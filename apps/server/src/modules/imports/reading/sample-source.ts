import type { FormatProblem } from '@yamori/formats';
import type { RecordingPart } from './sample-frames.ts';
import type { StreamGroup } from './stream-naming.ts';

/** A part of a sampled file, as its reader returns it. */
export type SourcePart = RecordingPart & {
  /** Share of the file up to the end of this part. */
  readonly fraction: number;
  /** Problems that the reader found, with offsets in the file. */
  readonly problems: readonly FormatProblem[];
};

/**
 * A sampled file in any format but the native one. `parts` yields the same parts on every call, in
 * order.
 */
export type SampleSource = {
  readonly format: string;
  /**
   * ISO 8601 as in the file, without a zone unless the file has one; null if the file has no start
   * time.
   */
  readonly startedAt: string | null;
  /** Multi-channel streams, for formats that define them. */
  readonly groups: readonly StreamGroup[] | null;
  readonly parts: () => AsyncGenerator<SourcePart>;
};
