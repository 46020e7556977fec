import { getByteOffset, decodeTextFile } from '../byte-text.ts';
import {
  type FormatProblem,
  type Recording,
  type RecordingStream,
  refusedRecording,
} from '../recording.ts';
import { cellTime, wallTimeText } from '../table/time-cells.ts';

const CHANNEL = /<channel\b[^>]*>/g;
const MAX_CHANNELS = 256;

/**
 * Reads a MotionWare file (.mtn): XML whose channels contain their counts as text, an epoch in
 * seconds and an offset in epochs; the start is the property `=StartTime`. Other elements are
 * ignored. Entities and nested markup in a channel are not supported and are reported.
 */
export function readMotionWare(bytes: Uint8Array): Recording {
  const decoded = decodeTextFile(bytes, 'windows-1252');
  const { text } = decoded;
  if (!text.includes('<motionfile'))
    return refusedRecording({
      code: 'badMagic',
      message: 'the file has no motionfile element',
      byteOffset: 0,
    });
  const problems: FormatProblem[] = [...decoded.problems];
  const start = /<name>=StartTime<\/name>\s*<content>([^<]{1,40})<\/content>/.exec(text)?.[1] ?? '';
  const started = cellTime(start, '', 'yearFirst');
  if (started === null)
    problems.push({ code: 'badTime', message: 'the file has no start time', byteOffset: 0 });
  const streams: RecordingStream[] = [];
  for (const { index } of text.matchAll(CHANNEL)) {
    if (streams.length >= MAX_CHANNELS) break;
    const channel = readChannel(text, index);
    if ('code' in channel) problems.push({ ...channel, byteOffset: getByteOffset(decoded, index) });
    else streams.push(channel);
  }
  if (streams.length === 0)
    problems.push({ code: 'noSignals', message: 'the file has no channels', byteOffset: 0 });
  return {
    startedAt: started === null ? null : wallTimeText(started.wallSeconds),
    streams,
    annotations: [],
    gaps: [],
    problems,
  };
}

function readChannel(text: string, begin: number): RecordingStream | FormatProblem {
  const dataBegin = text.indexOf('<data', begin);
  const numbersBegin = dataBegin < 0 ? -1 : text.indexOf('>', dataBegin) + 1;
  const end = numbersBegin <= 0 ? -1 : text.indexOf('</data>', numbersBegin);
  const head = text.slice(begin, Math.min(dataBegin < 0 ? begin : dataBegin, begin + 2_000));
  const element = (name: string): string =>
    new RegExp(`<${name}>([^<]{0,100})</${name}>`).exec(head)?.[1]?.trim() ?? '';
  const epochSeconds = Number(element('epoch'));
  if (end < 0)
    return { code: 'truncated', message: 'channel has no complete data element', byteOffset: 0 };
  if (!(epochSeconds > 0 && epochSeconds <= 86_400))
    return { code: 'badRate', message: 'channel has no epoch in seconds', byteOffset: 0 };
  const offset = Number(element('offset'));
  const numbers = text
    .slice(numbersBegin, end)
    .split(',')
    .map((part) => part.trim());
  if (numbers.at(-1) === '') numbers.pop();
  const before =
    Number.isInteger(offset) && offset > 0 && offset < 1e6 ? Array<string>(offset).fill('') : [];
  const values = Float64Array.from([...before, ...numbers], (part) =>
    /^-?\d+(\.\d+)?$/.test(part) ? Number(part) : Number.NaN,
  );
  return {
    label: element('name'),
    unit: element('units'),
    sampleRateHz: 1 / epochSeconds,
    samples: { kind: 'physical', values },
  };
}
