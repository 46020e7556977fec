import { encodeFileHeader, encodeFrame, type FileHeader } from '@yamori/frames';
import { createRandom } from './device-frames.ts';

/** The streams of type `bed` in the live fixture. */
export const BED_STREAMS: FileHeader['streams'] = [
  { id: 1, kind: 'impe', channelCount: 1, unit: 'Ω', sampleRateHz: 50, scale: 0.01, offset: 500 },
  { id: 2, kind: 'button', channelCount: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
  {
    id: 3,
    kind: 'temperature',
    channelCount: 1,
    unit: '°C',
    sampleRateHz: 1,
    scale: 0.01,
    offset: 0,
  },
];

type NativeFile = {
  readonly serial: string;
  readonly startUs: number;
  readonly seconds: number;
  readonly seed?: number;
  readonly streams?: FileHeader['streams'];
};

/**
 * A native file: one second of impedance per frame, ten temperatures every 10 s, a press per
 * minute.
 */
export function aNativeFile({
  serial,
  startUs,
  seconds,
  seed = 1,
  streams = BED_STREAMS,
}: NativeFile): { readonly bytes: Uint8Array; readonly frames: readonly Uint8Array[] } {
  const random = createRandom(seed);
  const frames = Array.from({ length: seconds }, (_, second): Uint8Array[] => {
    const deviceTimeUs = startUs + second * 1e6;
    const wave = Int16Array.from({ length: 50 }, (_value, index) =>
      Math.round(900 * Math.sin((second + index / 50) * 1.5) + 60 * random()),
    );
    return [
      encodeFrame({ streamId: 1, sequence: second, deviceTimeUs, channels: [wave] }),
      ...(second % 10 === 0
        ? [
            encodeFrame({
              streamId: 3,
              sequence: second / 10,
              deviceTimeUs,
              channels: [Int16Array.from({ length: 10 }, () => 3_650 + Math.round(20 * random()))],
            }),
          ]
        : []),
      ...(second % 60 === 59
        ? [
            encodeFrame({
              streamId: 2,
              sequence: Math.floor(second / 60),
              deviceTimeUs,
              channels: [Int16Array.of(1)],
            }),
          ]
        : []),
    ];
  }).flat();
  const header = encodeFileHeader({
    deviceSerial: serial,
    deviceTypeCode: 'bed',
    firmware: '1.0.0',
    timeZone: 'Asia/Tokyo',
    streams,
  });
  return { bytes: Buffer.concat([header, ...frames]), frames };
}

type EdfFile = {
  readonly records: number;
  readonly recordSeconds?: number;
  readonly startedAt?: string;
  readonly labels?: readonly string[];
  readonly rates?: readonly number[];
  readonly claimed?: number;
  readonly seed?: number;
};

/** An EDF file (Kemp 1992) with signals of -100 to 100 µV; `startedAt` as `dd.mm.yyhh.mm.ss`. */
export function anEdfFile({
  records,
  recordSeconds = 1,
  startedAt = '21.11.2622.00.00',
  labels = ['ECG', 'Flow'],
  rates = [250, 25],
  claimed = records,
  seed = 3,
}: EdfFile): Uint8Array {
  const field = (text: string | number, width: number): string =>
    String(text).padEnd(width).slice(0, width);
  const all = (of: (label: string, index: number) => string): string => labels.map(of).join('');
  const header =
    field(0, 8) +
    field('X X X X', 80) +
    field('Startdate X X X X', 80) +
    startedAt +
    field(256 * (1 + labels.length), 8) +
    field('', 44) +
    field(claimed, 8) +
    field(recordSeconds, 8) +
    field(labels.length, 4) +
    all((label) => field(label, 16)) +
    all(() => field('', 80)) +
    all(() => field('uV', 8)) +
    all(() => field(-100, 8)) +
    all(() => field(100, 8)) +
    all(() => field(-32_000, 8)) +
    all(() => field(32_000, 8)) +
    all(() => field('', 80)) +
    all((_, index) => field((rates[index] ?? 1) * recordSeconds, 8)) +
    all(() => field('', 32));
  const random = createRandom(seed);
  const body = new Int16Array(records * rates.reduce((sum, rate) => sum + rate * recordSeconds, 0));
  for (let index = 0; index < body.length; index++)
    body[index] = Math.round(20_000 * Math.sin(index / 40) + 400 * random());
  return Buffer.concat([Buffer.from(header, 'latin1'), Buffer.from(body.buffer)]);
}

type BrokenEdfFile = {
  /** Start of each one-second record. */
  readonly onsets: readonly number[];
  readonly sampleRateHz: number;
  readonly seed?: number;
};

/** EDF+D (Kemp and Olivan 2003) with one signal, and an annotation per record with its start. */
export function aBrokenEdfFile({ onsets, sampleRateHz, seed = 5 }: BrokenEdfFile): Uint8Array {
  const field = (text: string | number, width: number): string =>
    String(text).padEnd(width).slice(0, width);
  const noteSamples = 30;
  const header =
    field(0, 8) +
    field('X X X X', 80) +
    field('Startdate 21-NOV-2026 X X X', 80) +
    '21.11.2622.00.00' +
    field(768, 8) +
    field('EDF+D', 44) +
    field(onsets.length, 8) +
    field(1, 8) +
    field(2, 4) +
    field('Flow', 16) +
    field('EDF Annotations', 16) +
    field('', 160) +
    field('L/s', 8) +
    field('', 8) +
    field(-10, 8) +
    field(-1, 8) +
    field(10, 8) +
    field(1, 8) +
    field(-32_768, 8) +
    field(-32_768, 8) +
    field(32_767, 8) +
    field(32_767, 8) +
    field('', 160) +
    field(sampleRateHz, 8) +
    field(noteSamples, 8) +
    field('', 64);
  const random = createRandom(seed);
  const records = onsets.map((onset) =>
    Buffer.concat([
      Buffer.from(
        Int16Array.from({ length: sampleRateHz }, () => Math.round(60_000 * (random() - 0.5)))
          .buffer,
      ),
      Buffer.from(`+${onset}\u0014\u0014\0`.padEnd(2 * noteSamples, '\0'), 'latin1'),
    ]),
  );
  return Buffer.concat([Buffer.from(header, 'latin1'), ...records]);
}

/** BDF: like EDF, except for the first field and three bytes per sample. */
export function aBdfFile({
  records,
  startedAt = '21.11.2622.00.00',
}: {
  readonly records: number;
  readonly startedAt?: string;
}): { readonly bytes: Uint8Array; readonly values: readonly number[] } {
  const field = (text: string | number, width: number): string =>
    String(text).padEnd(width).slice(0, width);
  const header =
    '\u00ffBIOSEMI' +
    field('X', 80) +
    field('X', 80) +
    startedAt +
    field(512, 8) +
    field('24BIT', 44) +
    field(records, 8) +
    field(1, 8) +
    field(1, 4) +
    field('A1', 16) +
    field('', 80) +
    field('uV', 8) +
    field(-262_144, 8) +
    field(262_143, 8) +
    field(-8_388_608, 8) +
    field(8_388_607, 8) +
    field('', 80) +
    field(128, 8) +
    field('', 32);
  const values = Array.from(
    { length: records * 128 },
    (_, index) => 320_000 + Math.round(9_000 * Math.sin(index / 11)),
  );
  const body = Buffer.alloc(values.length * 3);
  values.forEach((value, index) => body.writeIntLE(value, index * 3, 3));
  return { bytes: Buffer.concat([Buffer.from(header, 'latin1'), body]), values };
}
