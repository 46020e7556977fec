import { getByteOffset, decodeTextFile } from '../byte-text.ts';
import {
  type FormatProblem,
  addProblem,
  type Recording,
  type RecordingAnnotation,
  refusedRecording,
} from '../recording.ts';

const HEADER_LINES = 7;
const UNIT_SECONDS = 15;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads an Actiwatch file (.AWD): seven lines (name, start date, start time, epoch in units of 15
 * s, age, serial, sex), then one activity count a line, followed by `M` where the button was
 * pressed.
 */
export function readAwd(bytes: Uint8Array): Recording {
  const decoded = decodeTextFile(bytes, 'windows-1252');
  const lines = [...decoded.text.matchAll(/[^\r\n]+/g)].map((match) => ({
    text: match[0].trim(),
    index: match.index,
  }));
  const [, date, clock, epoch] = lines;
  const epochUnits = Number(epoch?.text);
  if (lines.length < HEADER_LINES)
    return refusedRecording({
      code: 'truncated',
      message: `AWD header needs ${HEADER_LINES} lines, but the file has ${lines.length}`,
      byteOffset: bytes.length,
    });
  if (!(Number.isInteger(epochUnits) && epochUnits >= 1 && epochUnits <= 240)) {
    return refusedRecording({
      code: 'badRate',
      message: `epoch "${epoch?.text.slice(0, 20)}" is not 1 to 240 times 15 s`,
      byteOffset: getByteOffset(decoded, epoch?.index ?? 0),
    });
  }
  const epochSeconds = epochUnits * UNIT_SECONDS;
  const problems: FormatProblem[] = [...decoded.problems];
  const startedAt = parseStart(date?.text ?? '', clock?.text ?? '');
  if (startedAt === null)
    problems.push({
      code: 'badTime',
      message: 'start date and time cannot be read',
      byteOffset: getByteOffset(decoded, date?.index ?? 0),
    });
  const counts: number[] = [];
  const annotations: RecordingAnnotation[] = [];
  for (const { text, index } of lines.slice(HEADER_LINES)) {
    const [, count, mark] = /^(\d{1,9})\s*([A-Za-z])?$/.exec(text) ?? [];
    if (count === undefined)
      addProblem(problems, {
        code: 'badNumber',
        message: `"${text.slice(0, 20)}" is not an activity count`,
        byteOffset: getByteOffset(decoded, index),
      });
    if (mark !== undefined)
      annotations.push({
        onsetSeconds: counts.length * epochSeconds,
        durationSeconds: null,
        text: 'Marker',
      });
    counts.push(count === undefined ? Number.NaN : Number(count));
  }
  if (counts.length === 0)
    problems.push({
      code: 'noSignals',
      message: 'the file has no counts',
      byteOffset: bytes.length,
    });
  const stream = {
    label: 'Activity',
    unit: 'counts',
    sampleRateHz: 1 / epochSeconds,
    samples: { kind: 'physical', values: Float64Array.from(counts) },
  } as const;
  return { startedAt, streams: [stream], annotations, gaps: [], problems };
}

function parseStart(date: string, clock: string): string | null {
  const [, day = '', monthName = '', year = ''] =
    /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(date) ?? [];
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? [];
  const month = String(MONTHS.indexOf(monthName.toLowerCase()) + 1).padStart(2, '0');
  const text = `${year}-${month}-${day.padStart(2, '0')}T${hours.padStart(2, '0')}:${minutes}:00`;
  const instant = new Date(`${text}Z`);
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 19) !== text
    ? null
    : text;
}
