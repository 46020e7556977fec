import {
  type FormatProblem,
  physicalSamples,
  type Recording,
  type RecordingAnnotation,
  type RecordingStream,
  refusedRecording,
} from '../recording.ts';
import { empaticaFile, readEmpatica } from './empatica.ts';

const startMs = ({ startedAt }: Recording): number =>
  startedAt === null ? Number.NaN : Date.parse(`${startedAt}Z`);

/**
 * Reads all files of an Empatica E4 session as one recording. Its signals start some seconds apart;
 * time before the first sample of a signal is not measured. Beat intervals have no rate and are
 * skipped with a problem.
 */
export function readEmpaticaSession(files: ReadonlyMap<string, Uint8Array>): Recording {
  const read = [...files].flatMap(([name, bytes]) => {
    const kind = empaticaFile(name);
    return kind === null ? [] : [{ name, kind, recording: readEmpatica(bytes, kind) }];
  });
  const problems = read.flatMap(({ name, recording }): FormatProblem[] =>
    recording.problems.map((problem) => ({ ...problem, file: name })),
  );
  const sampled = read.filter(
    ({ kind, recording }) => kind !== 'tags' && kind !== 'IBI' && recording.streams.length > 0,
  );
  const [earliest] = sampled.toSorted(
    (one, other) => startMs(one.recording) - startMs(other.recording),
  );
  if (earliest === undefined)
    return {
      ...refusedRecording({
        code: 'noSignals',
        message: 'no file of the session has samples',
        byteOffset: 0,
      }),
      problems: [
        ...problems,
        { code: 'noSignals', message: 'no file of the session has samples', byteOffset: 0 },
      ],
    };
  const originMs = startMs(earliest.recording);
  const marks = read.flatMap(({ kind, recording }): RecordingAnnotation[] =>
    kind !== 'tags'
      ? []
      : recording.annotations.map((mark) => ({
          ...mark,
          onsetSeconds: mark.onsetSeconds + (startMs(recording) - originMs) / 1000,
        })),
  );
  const getDelaySeconds = (recording: Recording): number => (startMs(recording) - originMs) / 1000;
  const strange = sampled.filter(
    ({ recording }) =>
      getDelaySeconds(recording) > MAX_DELAY_SECONDS ||
      recording.streams.some(
        ({ sampleRateHz }) => getDelaySeconds(recording) * sampleRateHz > MAX_MISSING,
      ),
  );
  const misplaced = strange.map(({ name }): FormatProblem => ({
    code: 'badTime',
    message:
      'signal starts too long after the session (more than a day, or too long for its rate); skipped',
    byteOffset: 0,
    file: name,
  }));
  const leftOut = read
    .filter(({ kind }) => kind === 'IBI')
    .map(({ name }): FormatProblem => ({
      code: 'unsupported',
      message: 'beat intervals have no rate; skipped',
      byteOffset: 0,
      file: name,
    }));
  return {
    startedAt: earliest.recording.startedAt,
    isUtc: true,
    gaps: [],
    annotations: marks,
    problems: [...problems, ...misplaced, ...leftOut],
    streams: sampled
      .filter((one) => !strange.includes(one))
      .flatMap(({ recording }) =>
        recording.streams.map((stream) => delayed(stream, getDelaySeconds(recording))),
      ),
  };
}

/** Longer than any session; a wrong clock could place a signal years away. */
const MAX_DELAY_SECONDS = 86_400;
/**
 * Maximum number of missing samples before a signal: more than a day at 64 Hz, the highest rate of
 * the device. A false rate could exhaust the memory.
 */
const MAX_MISSING = 8 * 1024 * 1024;

function delayed(stream: RecordingStream, seconds: number): RecordingStream {
  const missing = Math.round(seconds * stream.sampleRateHz);
  if (!(missing > 0)) return stream;
  const own = physicalSamples(stream);
  const values = new Float32Array(missing + own.length).fill(Number.NaN);
  values.set(own, missing);
  return { ...stream, samples: { kind: 'physical', values } };
}
