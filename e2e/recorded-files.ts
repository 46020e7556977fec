import { encodeFileHeader, encodeFrame } from '@yamori/frames';

/** A file for the file input of a page. */
export type ChosenFile = {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
};

/** One value per minute, as a Japanese spreadsheet saves it: CP932 and CR LF. */
export function cp932Minutes(name: string, run: number): ChosenFile {
  const heading = Buffer.from([0x8e, 0x9e, 0x8d, 0x8f, 0x2c, 0x90, 0x53, 0x94, 0x8f, 0x0d, 0x0a]);
  const rows = Array.from(
    { length: 480 },
    (_, minute) =>
      `2025/03/0${minute < 120 ? 1 : 2} ${String((22 + Math.floor(minute / 60)) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00,${55 + ((minute * 7 + run) % 13)}`,
  );
  return {
    name,
    mimeType: 'text/csv',
    buffer: Buffer.concat([heading, Buffer.from(`${rows.join('\r\n')}\r\n`)]),
  };
}

/** An ECG of the demo's own device, some megabytes long. `run` makes the bytes unique. */
export function nativeNight(name: string, seconds: number, run: number): ChosenFile {
  const startUs = Date.parse('2025-03-01T13:00:00Z') * 1000;
  const header = encodeFileHeader({
    deviceSerial: 'DEMO-AKANE-201-ECG',
    deviceTypeCode: 'ecg',
    firmware: `run ${run}`,
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
  const frames = Array.from({ length: seconds }, (_, second) =>
    encodeFrame({
      streamId: 1,
      sequence: second,
      deviceTimeUs: startUs + second * 1_000_000,
      channels: [
        Int16Array.from(
          { length: 250 },
          (_sample, index) => ((index * 7919 + second * 104_729 + run) % 2000) - 1000,
        ),
      ],
    }),
  );
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.concat([header, ...frames]) };
}
