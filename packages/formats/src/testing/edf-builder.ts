/** Content of a synthetic EDF file; every field has a default. */
export type EdfFileOptions = {
  readonly reserved?: string;
  readonly recordCount?: number;
  readonly recordSeconds?: number;
  readonly headerBytes?: number;
  readonly signalCount?: number;
  readonly start?: string;
  readonly recording?: string;
  readonly signals?: readonly EdfSignalOptions[];
};

export type EdfSignalOptions = {
  readonly label: string;
  readonly physical?: readonly [number, number];
  readonly digital?: readonly [number, number];
  /** One array a record. */
  readonly records: readonly (readonly number[] | string)[];
};

const pad = (value: string | number, width: number): string =>
  String(value).padEnd(width).slice(0, width);

/**
 * Builds an EDF file. A record given as text belongs to an annotation signal; its bytes are
 * zero-padded to 30 samples.
 */
export function buildEdf(options: EdfFileOptions): Uint8Array {
  const signals = options.signals ?? [];
  const recordCount = signals[0]?.records.length ?? 0;
  const countSamples = (signal: EdfSignalOptions): number =>
    typeof signal.records[0] === 'string' ? 30 : (signal.records[0]?.length ?? 0);
  const column = (width: number, value: (signal: EdfSignalOptions) => string | number): string =>
    signals.map((signal) => pad(value(signal), width)).join('');
  const header =
    pad(0, 8) +
    pad('X X X X', 80) +
    pad(options.recording ?? 'made up', 80) +
    pad(options.start ?? '02.03.2422.30.15', 16) +
    pad(options.headerBytes ?? 256 * (1 + signals.length), 8) +
    pad(options.reserved ?? '', 44) +
    pad(options.recordCount ?? recordCount, 8) +
    pad(options.recordSeconds ?? 1, 8) +
    pad(options.signalCount ?? signals.length, 4) +
    column(16, (signal) => signal.label) +
    column(80, () => '') +
    column(8, () => 'uV') +
    column(8, (signal) => signal.physical?.[0] ?? -100) +
    column(8, (signal) => signal.physical?.[1] ?? 100) +
    column(8, (signal) => signal.digital?.[0] ?? -1000) +
    column(8, (signal) => signal.digital?.[1] ?? 1000) +
    column(80, () => '') +
    column(8, countSamples) +
    column(32, () => '');
  const body: number[] = [];
  for (let record = 0; record < recordCount; record++) {
    for (const signal of signals) {
      const content = signal.records[record] ?? [];
      if (typeof content === 'string')
        body.push(...zeroFilled(new TextEncoder().encode(content), 60));
      else for (const value of content) body.push(value & 0xff, (value >> 8) & 0xff);
    }
  }
  return Uint8Array.from([...new TextEncoder().encode(header), ...body]);
}

function zeroFilled(bytes: Uint8Array, length: number): Uint8Array {
  const filled = new Uint8Array(length);
  filled.set(bytes);
  return filled;
}

/** An annotation list: onset, optional duration, texts. */
export const annotationList = (
  onset: string,
  texts: readonly string[],
  duration?: string,
): string =>
  `${onset}${duration === undefined ? '' : `\u0015${duration}`}\u0014${texts.map((text) => `${text}\u0014`).join('')}\0`;
