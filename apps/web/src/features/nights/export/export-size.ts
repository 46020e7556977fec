import { EPOCH_SECONDS, type ExportFormat, type TimelineStream } from '@yamori/domain';

/** Bytes of a cell and of a row's time in our tables. */
const CELL_BYTES = 8;
const TIME_BYTES = 34;
const EPOCH_ROW_BYTES = 90;
/** Annotations and the header. */
const EDF_BYTES = 4000;

/** Upper bound: assumes that every stream has data all the time. */
export function estimatedBytes(
  format: ExportFormat,
  streams: readonly TimelineStream[],
  seconds: number,
): number {
  const samples = streams.reduce(
    (sum, { sampleRateHz, channels }) => sum + sampleRateHz * channels * seconds,
    0,
  );
  const fastest = Math.max(0, ...streams.map(({ sampleRateHz }) => sampleRateHz));
  const channels = streams.reduce((sum, stream) => sum + stream.channels, 0);
  switch (format) {
    case 'edf':
      return EDF_BYTES + samples * 2 + seconds * 30;
    case 'csv':
      return fastest * seconds * (TIME_BYTES + channels) + samples * CELL_BYTES;
    case 'minutes':
      return (seconds / 60) * (TIME_BYTES + channels * 3 * CELL_BYTES);
    case 'epochs':
      return (seconds / EPOCH_SECONDS) * EPOCH_ROW_BYTES;
    case 'hypnogram':
      return EDF_BYTES + (seconds / EPOCH_SECONDS) * 8;
  }
}

export const hasStreams = (format: ExportFormat): boolean =>
  format === 'edf' || format === 'csv' || format === 'minutes';
