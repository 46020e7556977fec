import { writeEdf } from '@yamori/formats';
import { encodeFileHeader, encodeFrame } from '@yamori/frames';

const START_US = Date.parse('2026-11-20T13:00:00Z') * 1000;

/** A native ECG recording from 22:00 in Tokyo, one frame a second. */
export function nativeFile(name: string, seconds: number, serial = 'A-1042'): File {
  const header = encodeFileHeader({
    deviceSerial: serial,
    deviceTypeCode: 'ecg',
    firmware: '1.0',
    timeZone: 'Asia/Tokyo',
    streams: [
      {
        id: 1,
        kind: 'ecg',
        channelCount: 1,
        unit: 'mV',
        sampleRateHz: 250,
        scale: 0.001,
        offset: 0,
      },
    ],
  });
  const frames = Array.from(
    { length: seconds },
    (_, second) =>
      new Uint8Array(
        encodeFrame({
          streamId: 1,
          sequence: second,
          deviceTimeUs: START_US + second * 1_000_000,
          channels: [
            Int16Array.from({ length: 250 }, (_sample, index) =>
              index === 100 ? 1200 : (index * second) % 40,
            ),
          ],
        }),
      ),
  );
  return new File([new Uint8Array(header), ...frames], name);
}

/** An EDF+ file of half a minute that names no device. */
export function edfFile(name: string): File {
  const edf = writeEdf({
    startedAt: '2026-11-20T22:00:00',
    streams: [
      {
        label: 'ECG',
        unit: 'mV',
        sampleRateHz: 100,
        samples: {
          kind: 'physical',
          values: Float32Array.from({ length: 3000 }, (_, index) => Math.sin(index / 20)),
        },
      },
    ],
  });
  if (!('bytes' in edf)) throw new Error("the EDF reader rejects the test's own file");
  return new File([new Uint8Array(edf.bytes)], name);
}

/** The files of a WFDB record of ten seconds: header, samples, annotations. */
export function wfdbFiles(record: string): readonly [header: File, samples: File, notes: File] {
  const samples = Int16Array.from({ length: 2500 }, (_, index) =>
    Math.round(200 * Math.sin(index / 20)),
  );
  return [
    new File(
      [`${record} 1 250 2500 22:00:00 20/11/2026\n${record}.dat 16 200/mV 16 0 0 - 0 MLII\n`],
      `${record}.hea`,
    ),
    new File([samples], `${record}.dat`),
    new File([Uint8Array.of(0, 0)], `${record}.atr`),
  ];
}
