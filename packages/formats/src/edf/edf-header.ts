import { decodeText } from '../byte-text.ts';
import type { FormatProblem, FormatProblemCode } from '../recording.ts';

/** BDF is EDF with 24-bit samples (BioSemi); its `+` variants have annotations like EDF+. */
export type EdfVariant = 'EDF' | 'EDF+C' | 'EDF+D' | 'BDF' | 'BDF+C' | 'BDF+D';

/** The header of an EDF file (Kemp et al. 1992) or EDF+ file (Kemp and Olivan 2003). */
export type EdfHeader = {
  readonly variant: EdfVariant;
  /** 2 in EDF, 3 in BDF. */
  readonly sampleBytes: 2 | 3;
  readonly patient: string;
  readonly recording: string;
  /** ISO 8601 without a zone, or null if the fields are not a date. */
  readonly startedAt: string | null;
  readonly headerBytes: number;
  /** From the header; -1 if the writer did not finish. */
  readonly recordCount: number;
  readonly recordSeconds: number;
  readonly recordBytes: number;
  readonly signals: readonly EdfSignalHeader[];
};

export type EdfSignalHeader = {
  readonly label: string;
  readonly transducer: string;
  readonly unit: string;
  readonly physicalMin: number;
  readonly physicalMax: number;
  readonly digitalMin: number;
  readonly digitalMax: number;
  readonly prefilter: string;
  readonly samplesPerRecord: number;
  /** Offset of this signal's samples in a record. */
  readonly recordOffsetBytes: number;
};

export type EdfHeaderResult =
  | {
      readonly kind: 'header';
      readonly header: EdfHeader;
      readonly problems: readonly FormatProblem[];
    }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

const BDF_MAGIC = [0xff, 0x42, 0x49, 0x4f, 0x53, 0x45, 0x4d, 0x49] as const;
const FIXED_BYTES = 256;
const SIGNAL_BYTES = 256;
/** Field widths in bytes; each field is stored for all signals before the next field. */
const SIGNAL_FIELDS = [16, 80, 8, 8, 8, 8, 8, 80, 8] as const;

export function parseEdfHeader(bytes: Uint8Array): EdfHeaderResult {
  if (bytes.length === 0) return reject('emptyFile', 'the file is empty', 0);
  const field: ReadField = (offset, length) =>
    decodeText(bytes.subarray(offset, offset + length), 'windows-1252').trim();
  const isBdf = BDF_MAGIC.every((byte, index) => byte === bytes[index]);
  if (bytes.length >= 8 && !isBdf && field(0, 8) !== '0')
    return reject('badMagic', 'file does not begin with "0" like EDF, nor like BDF', 0);
  const sizes = parseSizes(bytes.length, field);
  if (sizes.kind === 'refused') return sizes;
  const { signalCount, headerBytes, recordCount, recordSeconds } = sizes;

  const problems: FormatProblem[] = [];
  const add: AddProblem = (code, message, byteOffset) =>
    void problems.push({ code, message, byteOffset });
  checkStated({ signalCount, headerBytes, field, add });
  const foreign = bytes.subarray(isBdf ? 1 : 0, headerBytes).findIndex((byte) => byte >= 0x80);
  if (foreign >= 0)
    add(
      'badEncoding',
      'header is not ASCII; read as UTF-8, otherwise as Latin-1',
      foreign + (isBdf ? 1 : 0),
    );
  const sampleBytes = isBdf ? 3 : 2;
  const signals = parseSignals(signalCount, { sampleBytes, field, add });
  if (signals === undefined)
    return reject(
      'badHeader',
      'a signal has an invalid number of samples per record',
      FIXED_BYTES + 216 * signalCount,
    );
  const recording = field(88, 80);
  const startedAt = startTime(field(168, 8), field(176, 8), recording);
  if (startedAt === null)
    add('badTime', `start "${field(168, 8)} ${field(176, 8)}" is not a date and time`, 168);
  const last = signals.at(-1);
  const recordBytes =
    last === undefined ? 0 : last.recordOffsetBytes + last.samplesPerRecord * sampleBytes;
  const variant = parseVariant(isBdf ? 'BDF' : 'EDF', field(192, 44));
  return {
    kind: 'header',
    header: {
      variant,
      sampleBytes,
      patient: field(8, 80),
      recording,
      startedAt,
      headerBytes,
      recordCount,
      recordSeconds,
      recordBytes,
      signals,
    },
    problems,
  };
}

type HeaderSizes = {
  readonly kind: 'sizes';
  readonly signalCount: number;
  readonly headerBytes: number;
  readonly recordCount: number;
  readonly recordSeconds: number;
};

/** Parses the numbers without which the rest of a file cannot be located. */
function parseSizes(fileBytes: number, field: ReadField): HeaderSizes | RejectedHeader {
  if (fileBytes < FIXED_BYTES)
    return reject(
      'truncated',
      `EDF header needs 256 bytes, but the file has ${fileBytes}`,
      fileBytes,
    );
  const signalCount = integer(field(252, 4));
  if (signalCount === undefined || signalCount < 0)
    return reject('badHeader', 'number of signals is invalid', 252);
  const headerBytes = FIXED_BYTES + signalCount * SIGNAL_BYTES;
  if (fileBytes < headerBytes)
    return reject(
      'truncated',
      `header of ${signalCount} signals needs ${headerBytes} bytes, but the file has ${fileBytes}`,
      fileBytes,
    );
  const recordCount = integer(field(236, 8));
  if (recordCount === undefined || recordCount < -1)
    return reject('badHeader', 'number of data records is invalid', 236);
  const recordSeconds = real(field(244, 8));
  if (recordSeconds === undefined || recordSeconds < 0)
    return reject('badHeader', 'duration of a data record is invalid', 244);
  return { kind: 'sizes', signalCount, headerBytes, recordCount, recordSeconds };
}

type Stated = {
  readonly signalCount: number;
  readonly headerBytes: number;
  readonly field: ReadField;
  readonly add: AddProblem;
};

function checkStated({ signalCount, headerBytes, field, add }: Stated): void {
  const statedBytes = integer(field(184, 8));
  if (statedBytes !== headerBytes)
    add(
      'badHeader',
      `header states ${statedBytes} bytes, but ${signalCount} signals need ${headerBytes}`,
      184,
    );
  if (signalCount === 0) add('noSignals', 'the file has no signals', 252);
}

type RejectedHeader = Extract<EdfHeaderResult, { readonly kind: 'refused' }>;

const reject = (code: FormatProblemCode, message: string, byteOffset: number): RejectedHeader => ({
  kind: 'refused',
  problem: { code, message, byteOffset },
});

const parseVariant = (family: 'EDF' | 'BDF', reserved: string): EdfVariant => {
  if (reserved.startsWith(`${family}+D`)) return `${family}+D`;
  return reserved.startsWith(`${family}+C`) ? `${family}+C` : family;
};

type ReadField = (offset: number, length: number) => string;
type AddProblem = (code: FormatProblemCode, message: string, byteOffset: number) => void;

function parseSignals(
  count: number,
  {
    sampleBytes,
    field,
    add,
  }: { readonly sampleBytes: number; readonly field: ReadField; readonly add: AddProblem },
): EdfSignalHeader[] | undefined {
  const signals: EdfSignalHeader[] = [];
  let recordOffsetBytes = 0;
  for (let index = 0; index < count; index++) {
    let offset = FIXED_BYTES;
    const offsets = SIGNAL_FIELDS.map((width) => {
      const own = offset + index * width;
      offset += count * width;
      return own;
    });
    const text = (which: number): string => field(offsets[which] ?? 0, SIGNAL_FIELDS[which] ?? 0);
    const number = (which: number): number => {
      const value = real(text(which));
      if (value === undefined)
        add(
          'badNumber',
          `signal ${index + 1}: "${text(which)}" is not a number`,
          offsets[which] ?? 0,
        );
      return value ?? 0;
    };
    const samplesPerRecord = integer(text(8));
    if (samplesPerRecord === undefined || samplesPerRecord < 0) return undefined;
    signals.push({
      label: text(0),
      transducer: text(1),
      unit: text(2),
      physicalMin: number(3),
      physicalMax: number(4),
      digitalMin: number(5),
      digitalMax: number(6),
      prefilter: text(7),
      samplesPerRecord,
      recordOffsetBytes,
    });
    recordOffsetBytes += samplesPerRecord * sampleBytes;
  }
  return signals;
}

const integer = (text: string): number | undefined =>
  /^[-+]?\d{1,8}$/.test(text) ? Number(text) : undefined;

/** A decimal number; some writers use a decimal comma. */
function real(text: string): number | undefined {
  const value = Number(text.replace(',', '.'));
  return text === '' || !Number.isFinite(value) ? undefined : value;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/**
 * Two-digit years mean 1985 to 2084; EDF+ repeats the date with four digits in the recording field.
 */
function startTime(date: string, time: string, recording: string): string | null {
  const [, dayText, monthText, yearText] = /^(\d\d)[.:/-](\d\d)[.:/-](\d\d)$/.exec(date) ?? [];
  const [, hours, minutes, seconds] = /^(\d\d)[.:](\d\d)[.:](\d\d)$/.exec(time) ?? [];
  if (hours === undefined) return null;
  const [, plusDay, plusMonth = '', plusYear] =
    /^Startdate (\d\d)-([A-Za-z]{3})-(\d{4})/.exec(recording) ?? [];
  const shortYear = Number(yearText);
  const year = plusYear ?? String(shortYear >= 85 ? 1900 + shortYear : 2000 + shortYear);
  const monthIndex = MONTHS.indexOf(plusMonth.toUpperCase());
  const month = monthIndex < 0 ? monthText : String(monthIndex + 1).padStart(2, '0');
  const text = `${year}-${month}-${plusDay ?? dayText}T${hours}:${minutes}:${seconds}`;
  const instant = new Date(`${text}Z`);
  // Rejects dates that roll over (31 February).
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 19) !== text
    ? null
    : text;
}
