import type { FormatProblem } from '../recording.ts';

/** A WFDB header file (.hea), see header(5) of the WFDB Applications Guide. */
export type WfdbHeader = {
  readonly recordName: string;
  readonly frameRateHz: number;
  /** Samples per signal at one sample a frame, or null if unknown. */
  readonly frameCount: number | null;
  /** ISO 8601 without a zone, or null. */
  readonly startedAt: string | null;
  readonly signals: readonly WfdbSignalHeader[];
  /** Segments of a multi-segment record, in order; null for an ordinary record. */
  readonly segments: readonly WfdbSegment[] | null;
  readonly comments: readonly string[];
};

/** A segment by its record name; `~` is a gap. */
export type WfdbSegment = { readonly recordName: string; readonly frameCount: number };

export type WfdbSignalHeader = {
  readonly fileName: string;
  readonly format: number;
  readonly samplesPerFrame: number;
  readonly fileOffsetBytes: number;
  /** ADC units per physical unit. */
  readonly gain: number;
  readonly baseline: number;
  readonly unit: string;
  /** Start value of the differences in format 8. */
  readonly initialValue: number;
  /** Low 16 bits of the sum of all samples, or null if unknown. */
  readonly checksum: number | null;
  readonly label: string;
};

export type WfdbHeaderResult =
  | {
      readonly kind: 'header';
      readonly header: WfdbHeader;
      readonly problems: readonly FormatProblem[];
    }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

const DEFAULT_RATE_HZ = 250;
const MAX_RATE_HZ = 1e9;
const DEFAULT_GAIN = 200;
const MAX_SIGNALS = 1_000;
const MAX_SEGMENTS = 100_000;

/**
 * Parses the text of a .hea file. A signal line that cannot be parsed ends the list with a problem.
 */
export function parseWfdbHeader(text: string): WfdbHeaderResult {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const comments = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1).trim());
  const [recordLine, ...signalLines] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (recordLine === undefined) return reject('badMagic', 'header has no record line');
  const record = parseRecordLine(recordLine);
  if (record.kind === 'refused') return record;
  const { recordName, segmentCount, signalCount, frameRateHz, frameCount } = record;

  const problems: FormatProblem[] = [];
  const segments =
    segmentCount === null
      ? null
      : parseLines(signalLines, segmentCount, {
          what: 'segment',
          most: MAX_SEGMENTS,
          parse: parseSegmentLine,
          text,
          problems,
        });
  const signals =
    segments !== null
      ? []
      : parseLines(signalLines, signalCount, {
          what: 'signal',
          most: MAX_SIGNALS,
          parse: parseSignalLine,
          text,
          problems,
        });
  const startedAt = startTime(record.timeText, record.dateText);
  if (startedAt === null && record.dateText !== undefined)
    problems.push({
      code: 'badTime',
      message: `start "${record.timeText} ${record.dateText}" is not a time and date`,
      byteOffset: text.indexOf(recordLine),
    });
  const header: WfdbHeader = {
    recordName,
    frameRateHz,
    frameCount,
    startedAt,
    signals,
    segments,
    comments,
  };
  return { kind: 'header', header, problems };
}

type RecordLine = {
  readonly kind: 'record';
  readonly recordName: string;
  /** Null for an ordinary record. */
  readonly segmentCount: number | null;
  readonly signalCount: number;
  readonly frameRateHz: number;
  readonly frameCount: number | null;
  readonly timeText: string | undefined;
  readonly dateText: string | undefined;
};

function parseRecordLine(line: string): RecordLine | RejectedHeader {
  const [nameText = '', signalCountText = '', rateText, frameCountText, timeText, dateText] =
    line.split(/\s+/);
  const [recordName = '', segmentCountText] = nameText.split('/');
  const signalCount = Number(signalCountText);
  if (
    !Number.isInteger(signalCount) ||
    signalCount < 0 ||
    signalCount > MAX_SIGNALS ||
    signalCountText === ''
  ) {
    return reject('badHeader', `number of signals "${signalCountText}" is not 0 to ${MAX_SIGNALS}`);
  }
  const frameRateHz = rateText === undefined ? DEFAULT_RATE_HZ : Number.parseFloat(rateText);
  if (!(frameRateHz >= 1 / MAX_RATE_HZ && frameRateHz <= MAX_RATE_HZ))
    return reject(
      'badRate',
      `sampling rate "${rateText}" is not in the range above 0 up to ${MAX_RATE_HZ}`,
    );
  const frameCount = Number(frameCountText ?? 0);
  return {
    kind: 'record',
    recordName,
    segmentCount: segmentCountText === undefined ? null : Number(segmentCountText),
    signalCount,
    frameRateHz,
    frameCount: Number.isInteger(frameCount) && frameCount > 0 ? frameCount : null,
    timeText,
    dateText,
  };
}

type RejectedHeader = Extract<WfdbHeaderResult, { readonly kind: 'refused' }>;

const reject = (code: FormatProblem['code'], message: string): RejectedHeader => ({
  kind: 'refused',
  problem: { code, message, byteOffset: 0 },
});

type LineKind<Item> = {
  readonly what: string;
  readonly most: number;
  readonly parse: (line: string) => Item | undefined;
  readonly text: string;
  readonly problems: FormatProblem[];
};

/** Parses the first `count` lines; a line that cannot be parsed ends the list. */
function parseLines<Item>(
  lines: readonly string[],
  count: number,
  { what, most, parse, text, problems }: LineKind<Item>,
): Item[] {
  const items: Item[] = [];
  if (!(Number.isInteger(count) && count >= 0 && count <= most))
    problems.push({
      code: 'badHeader',
      message: `number of ${what}s is not 0 to ${most}`,
      byteOffset: 0,
    });
  for (const line of lines.slice(0, count)) {
    const item = parse(line);
    if (item === undefined) {
      problems.push({
        code: 'badHeader',
        message: `${what} line "${line.slice(0, 80)}" is unreadable`,
        byteOffset: Math.max(0, text.indexOf(line)),
      });
      break;
    }
    items.push(item);
  }
  if (lines.length < count)
    problems.push({
      code: 'truncated',
      message: `header has ${lines.length} of ${count} ${what} lines`,
      byteOffset: text.length,
    });
  return items;
}

function parseSegmentLine(line: string): WfdbSegment | undefined {
  const [recordName = '', countText = ''] = line.split(/\s+/);
  return /^\d{1,12}$/.test(countText) && /^(~|\w[-\w]*)$/.test(recordName)
    ? { recordName, frameCount: Number(countText) }
    : undefined;
}

// Format with optional x(samples a frame) :(skew) +(offset); gain with optional (baseline) and
// /unit.
const FORMAT_FIELD = /^(\d+)(?:x(\d+))?(?::(\d+))?(?:\+(\d+))?$/;
const GAIN_FIELD = /^([-+\d.eE]+)(?:\(([-+]?\d+)\))?(?:\/(\S+))?$/;

function parseSignalLine(line: string): WfdbSignalHeader | undefined {
  const [
    fileName = '',
    formatText = '',
    gainText = '200',
    ,
    zeroText = '0',
    initialText = '0',
    checksumText,
    ,
    ...label
  ] = line.split(/\s+/);
  const format = FORMAT_FIELD.exec(formatText);
  const gainField = GAIN_FIELD.exec(gainText);
  if (format === null || gainField === null) return undefined;
  const gain = Number(gainField[1]);
  const baseline = Number(gainField[2] ?? zeroText);
  // Rejects a gain too small to divide by.
  if (!Number.isFinite(gain) || (gain !== 0 && !Number.isFinite((1 + Math.abs(baseline)) / gain)))
    return undefined;
  const samplesPerFrame = Number(format[2] ?? 1);
  if (samplesPerFrame < 1 || samplesPerFrame > 10_000) return undefined;
  return {
    fileName,
    format: Number(format[1]),
    samplesPerFrame,
    fileOffsetBytes: Number(format[4] ?? 0),
    gain: gain === 0 ? DEFAULT_GAIN : gain,
    baseline,
    unit: gainField[3] ?? 'mV',
    initialValue: /^[-+]?\d{1,10}$/.test(initialText) ? Number(initialText) : 0,
    checksum:
      checksumText === undefined || !/^[-+]?\d+$/.test(checksumText)
        ? null
        : Number(checksumText) & 0xffff,
    label: label.join(' '),
  };
}

function startTime(time: string | undefined, date: string | undefined): string | null {
  const day = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date ?? '');
  const clock = /^(\d{1,2}):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(time ?? '');
  if (day === null || clock === null) return null;
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0');
  const text = `${day[3]}-${two(day[2])}-${two(day[1])}T${two(clock[1])}:${clock[2]}:${clock[3]}`;
  const instant = new Date(`${text}Z`);
  // Rejects dates that roll over (31 February).
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 19) !== text.slice(0, 19)
    ? null
    : text;
}
