import { asciiField, type EdfStart, numberField } from './edf-fields.ts';

/** Header fields of a signal. An omitted `transducer` or `prefilter` is unknown. */
type WrittenSignal = {
  readonly label: string;
  readonly unit: string;
  readonly transducer?: string;
  readonly prefilter?: string;
  readonly physicalMin: number;
  readonly physicalMax: number;
  readonly digitalMin: number;
  readonly digitalMax: number;
  readonly samplesPerRecord: number;
};

type WrittenHeader = {
  readonly start: EdfStart;
  readonly isContinuous: boolean;
  readonly recordCount: number;
  readonly recordSeconds: number;
  /** Ordinary signals; the annotation signal follows them. */
  readonly signals: readonly WrittenSignal[];
  readonly listBytes: number;
  /** Code, sex, birthdate and name; "X X X X" (unknown) by default. */
  readonly patient?: string | undefined;
  /** Device that made the recording; blanks become underscores. */
  readonly equipment?: string | undefined;
  /** Additional subfields after the equipment, separated by blanks. */
  readonly more?: string;
};

/**
 * Encodes an EDF+ header, or returns null if a range does not fit the eight characters of an EDF
 * number.
 */
export function writeHeader(header: WrittenHeader): Uint8Array | null {
  const lists = {
    label: 'EDF Annotations',
    unit: '',
    physicalMin: -1,
    physicalMax: 1,
    digitalMin: -32_768,
    digitalMax: 32_767,
    samplesPerRecord: header.listBytes / 2,
  };
  const all: readonly WrittenSignal[] = [...header.signals, lists];
  const ranges = all.map((signal) =>
    [signal.physicalMin, signal.physicalMax, signal.digitalMin, signal.digitalMax].map((value) =>
      numberField(value),
    ),
  );
  if (ranges.flat().includes(null)) return null;
  const rangeColumn = (which: number): string => ranges.map((range) => range[which] ?? '').join('');
  const column = (width: number, of: (signal: WrittenSignal) => string): string =>
    all.map((signal) => asciiField(of(signal), width)).join('');
  const { start, isContinuous } = header;
  const equipment = asciiField(header.equipment ?? 'X', 40)
    .trim()
    .replaceAll(' ', '_');
  const recording = `Startdate ${start.longDate} X X ${equipment}${header.more === undefined ? '' : ` ${header.more}`}`;
  const text =
    asciiField('0', 8) +
    asciiField(header.patient ?? 'X X X X', 80) +
    asciiField(recording, 80) +
    start.headerFields +
    asciiField(String(256 * (1 + all.length)), 8) +
    asciiField(isContinuous ? 'EDF+C' : 'EDF+D', 44) +
    asciiField(String(header.recordCount), 8) +
    asciiField(String(header.recordSeconds), 8) +
    asciiField(String(all.length), 4) +
    column(16, ({ label }) => label) +
    column(80, ({ transducer }) => transducer ?? '') +
    column(8, ({ unit }) => unit) +
    rangeColumn(0) +
    rangeColumn(1) +
    rangeColumn(2) +
    rangeColumn(3) +
    column(80, ({ prefilter }) => prefilter ?? '') +
    column(8, ({ samplesPerRecord }) => String(samplesPerRecord)) +
    ' '.repeat(32 * all.length);
  return new TextEncoder().encode(text);
}
