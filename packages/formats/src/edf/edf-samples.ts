import type { FormatProblem, RecordingStream } from '../recording.ts';
import type { EdfHeader, EdfSignalHeader } from './edf-header.ts';
import { NOT_MEASURED, readExactScale } from './exact-scale.ts';

type SignalSource = {
  readonly bytes: Uint8Array;
  readonly recordCount: number;
  readonly problems: FormatProblem[];
};

/**
 * Reads one signal of an EDF or BDF file over all records, scaled by its ranges; without usable
 * ranges, its digital values.
 */
export function readEdfSignal(
  header: EdfHeader,
  signal: EdfSignalHeader,
  source: SignalSource,
): RecordingStream {
  const values =
    header.sampleBytes === 3
      ? readWide(header, signal, source)
      : readNarrow(header, signal, source);
  const scale = (signal.physicalMax - signal.physicalMin) / (signal.digitalMax - signal.digitalMin);
  const offset = signal.physicalMin - signal.digitalMin * scale;
  const usable = scale !== 0 && Number.isFinite(scale) && Number.isFinite(offset);
  const exact = usable ? readExactScale(signal.prefilter, { scale, offset }) : null;
  const place = header.signals.indexOf(signal);
  if (!usable) {
    const message = `signal "${signal.label}" has no range; using digital values`;
    source.problems.push({
      code: 'digitalRange',
      message,
      byteOffset: 256 + 120 * header.signals.length + 8 * place,
    });
  }
  const sampleRateHz = signal.samplesPerRecord / header.recordSeconds;
  const hasRate = Number.isFinite(sampleRateHz);
  // One value a record, such as the checksum in event files, is not a series and needs no rate.
  if (!hasRate && (signal.samplesPerRecord > 1 || header.recordSeconds > 0)) {
    source.problems.push({
      code: 'badRate',
      message: `signal "${signal.label}" has records without duration, so no rate`,
      byteOffset: 244,
    });
  }
  return {
    label: signal.label,
    unit: signal.unit,
    sampleRateHz: hasRate ? sampleRateHz : 0,
    samples: usable
      ? {
          kind: 'digital',
          values,
          notMeasured: exact === null ? null : NOT_MEASURED,
          ...(exact ?? { scale, offset }),
        }
      : { kind: 'digital', values, scale: 1, offset: 0, notMeasured: null },
  };
}

function readNarrow(
  header: EdfHeader,
  signal: EdfSignalHeader,
  { bytes, recordCount }: SignalSource,
): Int16Array {
  const values = new Int16Array(recordCount * signal.samplesPerRecord);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let written = 0;
  for (let record = 0; record < recordCount; record++) {
    const begin = header.headerBytes + record * header.recordBytes + signal.recordOffsetBytes;
    const end = begin + signal.samplesPerRecord * 2;
    for (let at = begin; at < end; at += 2) values[written++] = view.getInt16(at, true);
  }
  return values;
}

function readWide(
  header: EdfHeader,
  signal: EdfSignalHeader,
  { bytes, recordCount }: SignalSource,
): Int32Array {
  const values = new Int32Array(recordCount * signal.samplesPerRecord);
  let written = 0;
  for (let record = 0; record < recordCount; record++) {
    const begin = header.headerBytes + record * header.recordBytes + signal.recordOffsetBytes;
    const end = begin + signal.samplesPerRecord * 3;
    for (let at = begin; at < end; at += 3)
      values[written++] =
        (((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)) << 8) >> 8;
  }
  return values;
}
