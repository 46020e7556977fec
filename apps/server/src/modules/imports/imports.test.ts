import { formatUrl, importApi, toUploadSerial } from '@yamori/domain';
import { encodeFileHeader, encodeFrame, scanFrames } from '@yamori/frames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AKANE_ROOM,
  startImportFixture,
  type ImportFixture,
} from '../../testing/import-fixture.ts';
import {
  aBdfFile,
  aBrokenEdfFile,
  aNativeFile,
  anEdfFile,
  BED_STREAMS,
} from '../../testing/recording-files.ts';
import { createRandom, toStage } from '../../testing/device-frames.ts';
import { computeSha256 } from '../../testing/tus-upload.ts';
import { findDeclarations } from './import-clock.ts';
import { findUploadByFile } from './uploads/upload-store.ts';

const held: { fixture?: ImportFixture } = {};
const fixture = (): ImportFixture => held.fixture ?? expect.fail('no fixture');
beforeAll(async () => {
  held.fixture = await startImportFixture();
});
afterAll(async () => {
  await held.fixture?.close();
});

const NIGHT_US = Date.parse('2026-11-01T13:00:00Z') * 1000;
const aFile = (fileName: string, bytes: Uint8Array, more: object = {}) => ({
  roomId: AKANE_ROOM,
  fileName,
  bytes,
  ...more,
});
const read = (serial: string, streamId: number, fromUs: number, seconds: number) =>
  fixture().app.timeline.read({ serial, streamId, fromUs, toUs: fromUs + seconds * 1e6 });
const declared = (serial: string) => findDeclarations(fixture().app.store, serial);
const stays = (serial: string, fromUs: number, toUs: number) =>
  fixture().app.timeline.assignments.ofDevice(serial, fromUs, toUs);
const findSerial = async (bytes: Uint8Array): Promise<string> =>
  toUploadSerial(
    (await findUploadByFile(fixture().temporary.database, AKANE_ROOM, computeSha256(bytes)))
      ?.uploadId ?? '',
  );
const listFrames = async (serial: string, streamId: number): Promise<string[]> => {
  const frames: string[] = [];
  for await (const frame of fixture().app.timeline.readFrames({
    serial,
    streamId,
    fromUs: 0,
    toUs: 4e15,
  }))
    frames.push(
      `${frame.timeUs}:${frame.sequence}:${frame.channels.map((channel) => channel.join(',')).join('/')}`,
    );
  return frames.toSorted();
};

describe('a native file', () => {
  it("reaches its device's own timeline frame for frame, with the room's stay", async () => {
    const { bytes, frames } = aNativeFile({ serial: 'akane-A', startUs: NIGHT_US, seconds: 600 });
    await fixture().uploader.upload(aFile('night.ymr', bytes));
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      error: null,
      format: 'yamori',
      deviceSerial: 'akane-A',
      frames: frames.length,
      addedFrames: frames.length,
      repeatedFrames: 0,
      badFrames: 0,
      gaps: 0,
      faults: [],
      from: new Date(NIGHT_US / 1000),
      to: new Date(NIGHT_US / 1000 + 600_000),
      streams: ['impe', 'button', 'temperature'],
      originalStored: true,
      progress: 1,
    });
    const [run, ...more] = await read('akane-A', 1, NIGHT_US, 600);
    expect(more).toEqual([]);
    expect(run?.channels[0]).toHaveLength(600 * 50);
    expect(
      (await stays('akane-A', NIGHT_US, NIGHT_US + 600e6)).map(({ roomId }) => roomId),
    ).toEqual([AKANE_ROOM]);
    const pyramid = await fixture().app.timeline.readPyramid({
      serial: 'akane-A',
      streamId: 1,
      fromUs: NIGHT_US,
      toUs: NIGHT_US + 600e6,
      maxPoints: 10,
    });
    expect([...pyramid.counts].reduce((sum, count) => sum + count, 0)).toBe(600 * 50);
  });

  it('adds only frames that the device has not sent live, and undoing removes exactly those', async () => {
    const startUs = NIGHT_US + 86_400e6;
    const { bytes, frames } = aNativeFile({ serial: 'akane-A', startUs, seconds: 120, seed: 2 });
    const live = frames
      .filter((_, index) => index % 3 !== 0)
      .map((frame) => toStage('akane-A', findRate(frame), frame));
    await fixture().app.timeline.stage(live.slice(0, 40));
    await fixture().app.timeline.compact(-1e6, -1e6);
    await fixture().app.timeline.stage(live.slice(40));
    const before = await listFrames('akane-A', 1);
    await fixture().uploader.upload(aFile('night.ymr', bytes));
    const done = await fixture().until(bytes, ['done', 'failed']);
    expect(done).toMatchObject({
      state: 'done',
      addedFrames: frames.length - live.length,
      repeatedFrames: live.length,
    });
    expect((await read('akane-A', 1, startUs, 120)).map((run) => run.channels[0]?.length)).toEqual([
      120 * 50,
    ]);
    await fixture().app.timeline.compact(-1e6, -1e6);
    expect((await fixture().uploader.command(aFile('', bytes), 'undo')).status).toBe(202);
    expect(await fixture().until(bytes, ['undone'])).toMatchObject({
      addedFrames: 0,
      originalStored: true,
      actions: [{ action: 'uploaded' }, { action: 'undone' }],
    });
    expect(await listFrames('akane-A', 1)).toEqual(before);
    expect(
      await fixture().temporary.database.query({
        text: `select 1 from imported_frames where slot >= $1`,
        values: [startUs / 1e7],
      }),
    ).toEqual([]);
    // And again in the reverse order.
    expect((await fixture().uploader.command(aFile('', bytes), 'rerun')).status).toBe(202);
    expect(await fixture().until(bytes, ['done'])).toMatchObject({
      addedFrames: frames.length - live.length,
      repeatedFrames: live.length,
    });
  });

  it.each<[string, Parameters<typeof aNativeFile>[0]]>([
    [
      "a file of another organisation's device",
      { serial: 'mizuki-A', startUs: NIGHT_US, seconds: 30, seed: 5 },
    ],
    [
      'a file of an unknown device',
      { serial: 'never-seen', startUs: NIGHT_US, seconds: 30, seed: 6 },
    ],
    [
      "a file whose streams differ from those of the device's type",
      {
        serial: 'akane-A',
        startUs: NIGHT_US + 5 * 86_400e6,
        seconds: 30,
        seed: 7,
        streams: BED_STREAMS.map((stream) => ({ ...stream, scale: 2 * stream.scale })),
      },
    ],
  ])('%s gets a separate timeline and changes no other', async (_, file) => {
    const before = [
      await listFrames('mizuki-A', 1),
      await listFrames('akane-A', 1),
      await listFrames('never-seen', 1),
    ];
    const { bytes, frames } = aNativeFile(file);
    await fixture().uploader.upload(aFile('night.ymr', bytes));
    const serial = await findSerial(bytes);
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      deviceSerial: serial,
      addedFrames: frames.length,
    });
    expect([
      await listFrames('mizuki-A', 1),
      await listFrames('akane-A', 1),
      await listFrames('never-seen', 1),
    ]).toEqual(before);
    expect((await read(serial, 1, file.startUs, 30)).map((run) => run.channels[0]?.length)).toEqual(
      [1_500],
    );
    expect(await stays(serial, file.startUs, file.startUs + 1)).toMatchObject([
      { roomId: AKANE_ROOM, rootDomainId: 'akane' },
    ]);
    // Its virtual device declares the streams and is in no room.
    const [device] = await fixture().app.store.read([`device/${serial}`]);
    expect(device?.data).toMatchObject({ connection: 'file', roomId: null, domainId: 'akane' });
    await fixture().uploader.command(aFile('', bytes), 'undo');
    await fixture().until(bytes, ['undone']);
    expect(await listFrames(serial, 1)).toEqual([]);
    expect(await stays(serial, file.startUs, file.startUs + 1)).toEqual([]);
    expect((await fixture().app.store.read([`device/${serial}`]))[0]).toBeNull();
  });

  it('gets a separate timeline if its device was in another room at the time', async () => {
    const startUs = Date.parse('2020-01-01T00:00:00Z') * 1000;
    await fixture().commit([
      {
        kind: 'set',
        path: 'room/akane-2',
        data: { domainId: 'akane', rootDomainId: 'akane', name: '202' },
      },
    ]);
    await fixture().temporary.database.query({
      text: `insert into device_assignments (root_domain_id, serial, room_id, from_us, to_us) values ('akane', 'akane-A', 'akane-2', $1, $2)`,
      values: [startUs, startUs + 3600e6],
    });
    const { bytes } = aNativeFile({ serial: 'akane-A', startUs, seconds: 20, seed: 8 });
    await fixture().uploader.upload(aFile('night.ymr', bytes));
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      deviceSerial: await findSerial(bytes),
    });
    expect((await stays('akane-A', startUs, startUs + 1)).map(({ roomId }) => roomId)).toEqual([
      'akane-2',
    ]);
  });

  it('keeps intact frames of a damaged file and names the damage', async () => {
    const { bytes, frames } = aNativeFile({
      serial: 'akane-A',
      startUs: NIGHT_US + 2 * 86_400e6,
      seconds: 60,
      seed: 9,
    });
    const damaged = Buffer.concat([bytes, Buffer.from('not a frame')]);
    const at = bytes.length - frames.slice(30).reduce((sum, frame) => sum + frame.length, 0) + 40;
    damaged[at] = (damaged[at] ?? 0) ^ 0x40;
    await fixture().uploader.upload(aFile('night.ymr', damaged));
    const done = await fixture().until(damaged, ['done', 'failed']);
    expect(done).toMatchObject({
      state: 'done',
      frames: frames.length - 1,
      addedFrames: frames.length - 1,
      badFrames: 2,
    });
    expect(done.faults.map(({ code }) => code).toSorted()).toEqual(['badCrc', 'noSync']);
    expect(done.faults.find(({ code }) => code === 'noSync')?.byteOffset).toBe(bytes.length);
  });

  it('stores a corrected time for a wrong clock and keeps the device times', async () => {
    const startUs = NIGHT_US + 3 * 86_400e6;
    const { bytes } = aNativeFile({ serial: 'akane-A', startUs, seconds: 100, seed: 10 });
    await fixture().uploader.upload(
      aFile('night.ymr', bytes, { settings: { clock: { offsetSeconds: 7_200, driftPpm: 0 } } }),
    );
    const trueUs = startUs + 7_200e6;
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      from: new Date(trueUs / 1000),
      clock: { offsetSeconds: 7_200, driftPpm: 0 },
    });
    expect(
      (await read('akane-A', 1, trueUs, 100)).map((run) => [
        run.firstSampleTimeUs,
        run.clockOffsetUs,
        run.channels[0]?.length,
      ]),
    ).toEqual([[trueUs, -7_200e6, 5_000]]);
    expect(await read('akane-A', 1, startUs, 100)).toEqual([]);
    // Run again with another clock correction.
    expect(
      (
        await fixture().uploader.command(aFile('', bytes), 'rerun', {
          settings: { clock: { offsetSeconds: -60, driftPpm: 0 } },
        })
      ).status,
    ).toBe(202);
    await fixture().until(bytes, ['done']);
    expect(
      (await read('akane-A', 1, startUs - 60e6, 100)).map((run) => run.channels[0]?.length),
    ).toEqual([5_000]);
    expect(await read('akane-A', 1, trueUs, 100)).toEqual([]);
  });
});

/** 50 Hz, 1 Hz or none, depending on the stream id in the frame header. */
const findRate = (frame: Uint8Array): number =>
  BED_STREAMS.find((stream) => stream.id === scanFrames(frame).frames[0]?.streamId)?.sampleRateHz ??
  0;

/** Breathing of varying period, so that it matches at one offset only; impedance at 50 Hz. */
function wanderingSamples(seconds: number, seed: number): Int16Array {
  const random = createRandom(seed);
  const samples = new Int16Array(seconds * 50);
  for (let at = 0; at < samples.length;) {
    const length = Math.round(50 * (3 + 1.6 * random()));
    const depth = 300 + 600 * random();
    for (let index = 0; index < length && at < samples.length; index++, at++)
      samples[at] = Math.round(depth * Math.sin((2 * Math.PI * index) / length));
  }
  return samples;
}

const wanderingFrames = (startUs: number, samples: Int16Array): Uint8Array[] =>
  Array.from({ length: samples.length / 50 }, (_, second) =>
    encodeFrame({
      streamId: 1,
      sequence: 100_000 + second,
      deviceTimeUs: startUs + second * 1e6,
      channels: [samples.slice(second * 50, second * 50 + 50)],
    }),
  );

describe('files of other formats', () => {
  it("keep digital values, rates and gaps in the organisation's time zone (EDF)", async () => {
    const bytes = anEdfFile({ records: 700 });
    await fixture().uploader.upload(aFile('夜 1号室.edf', bytes));
    const startUs = Date.parse('2026-11-21T22:00:00+09:00') * 1000;
    const done = await fixture().until(bytes, ['done', 'failed']);
    expect(done).toMatchObject({
      state: 'done',
      format: 'edf',
      from: new Date(startUs / 1000),
      to: new Date(startUs / 1000 + 700_000),
      frames: 1_400,
      addedFrames: 1_400,
      gaps: 0,
      faults: [],
      streamTable: [
        { streamId: 1, kind: 'ecg', label: 'ECG', unit: 'uV', sampleRateHz: 250, samples: 175_000 },
        { streamId: 2, kind: 'flow', sampleRateHz: 25, samples: 17_500 },
      ],
    });
    const serial = await findSerial(bytes);
    const body = new Int16Array(
      bytes.buffer.slice(bytes.byteOffset + 768, bytes.byteOffset + bytes.length),
    );
    const ecg = Int16Array.from(
      { length: 175_000 },
      (_, index) => body[Math.floor(index / 250) * 275 + (index % 250)] ?? 0,
    );
    const [run, ...more] = await read(serial, 1, startUs, 700);
    expect(more).toEqual([]);
    expect([run?.firstSampleTimeUs, run?.sampleRateHz]).toEqual([startUs, 250]);
    expect(
      Buffer.from(run?.channels[0]?.buffer ?? new ArrayBuffer(0)).equals(Buffer.from(ecg.buffer)),
    ).toBe(true);
    const [device] = await fixture().app.store.read([`device/${serial}`]);
    expect(device?.data).toMatchObject({ connection: 'file' });
    expect(await declared(serial)).toMatchObject([
      { kind: 'ecg', scale: 200 / 64_000, offset: 0 },
      { kind: 'flow' },
    ]);
  });

  it('keep their complete records if truncated (EDF)', async () => {
    const whole = anEdfFile({ records: 40, seed: 11 });
    const bytes = whole.subarray(0, whole.length - 275 * 2 * 10 - 7);
    await fixture().uploader.upload(aFile('cut.edf', bytes));
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      frames: 58,
      addedFrames: 58,
      faults: [{ code: 'truncated', byteOffset: 768 + 29 * 550 }],
    });
  });

  it('an import keeps each gap in place, even between two windows (EDF+D)', async () => {
    // 20,000 samples per record, so a window holds 52 records.
    const onsets = Array.from(
      { length: 120 },
      (_, record) =>
        record + (record >= 30 ? 7.5 : 0) + (record >= 52 ? 100 : 0) + (record >= 104 ? 0.25 : 0),
    );
    const bytes = aBrokenEdfFile({ onsets, sampleRateHz: 20_000 });
    await fixture().uploader.upload(aFile('broken.edf', bytes));
    const startUs = Date.parse('2026-11-21T22:00:00+09:00') * 1000;
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      gaps: 3,
      faults: [],
      to: new Date(startUs / 1000 + (120 + 107.75) * 1000),
    });
    const runs = await read(await findSerial(bytes), 1, startUs, 300);
    expect(
      runs.map((run) => [
        (run.firstSampleTimeUs - startUs) / 1e6,
        (run.channels[0]?.length ?? 0) / 20_000,
      ]),
    ).toEqual([
      [0, 30],
      [37.5, 22],
      [159.5, 52],
      [211.75, 16],
    ]);
  });

  it('keep 24-bit values to a precision of 16 bits (BDF)', async () => {
    const { bytes, values } = aBdfFile({ records: 90 });
    await fixture().uploader.upload(aFile('brain.bdf', bytes));
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      format: 'bdf',
      streamTable: [{ label: 'A1', sampleRateHz: 128, samples: 90 * 128 }],
    });
    const serial = await findSerial(bytes);
    const [stream] = await declared(serial);
    const [run] = await read(serial, 1, Date.parse('2026-11-21T22:00:00+09:00') * 1000, 90);
    const physical = [...(run?.channels[0] ?? [])].map(
      (value) => value * (stream?.scale ?? 0) + (stream?.offset ?? 0),
    );
    const microvolts = 524_287 / 16_777_215;
    // Scaled to the recorded range rather than the format's: a step of 9 nV instead of 8 µV.
    expect(stream?.scale).toBeLessThan(0.01);
    physical.forEach((value, index) => {
      if (Math.abs(value - (-262_144 + ((values[index] ?? 0) + 8_388_608) * microvolts)) > 0.01)
        expect.fail(`sample ${index} is ${value}`);
    });
    expect(physical).toHaveLength(90 * 128);
  });

  it('an import keeps values and gap (UTF-8 table with a column of seconds)', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, index) =>
        `${(index < 200 ? index : index + 100) * 0.1},${Math.round(Math.sin(index / 9) * 1000) / 1000}`,
    );
    const bytes = new TextEncoder().encode(`\uFEFFtime,flow\r\n${rows.join('\r\n')}\r\n`);
    await fixture().uploader.upload(
      aFile('flow.csv', bytes, { settings: { startedAt: '2026-11-02T13:00:00Z' } }),
    );
    const startUs = Date.parse('2026-11-02T13:00:00Z') * 1000;
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      format: 'csv',
      gaps: 1,
      streamTable: [{ kind: 'flow', sampleRateHz: 10, samples: 300 }],
    });
    const serial = await findSerial(bytes);
    const runs = await read(serial, 1, startUs - 1e6, 60);
    expect(
      runs.map((run) => [
        Math.round((run.firstSampleTimeUs - startUs) / 1000),
        run.channels[0]?.length,
      ]),
    ).toEqual([
      [0, 200],
      [30_000, 100],
    ]);
    expect(await declared(serial)).toMatchObject([{ scale: 0.001 }]);
    expect(runs[0]?.channels[0]?.[7]).toBe(Math.round(Math.sin(7 / 9) * 1000));
  });

  it('columns are read by name, and three axes form one stream (CP932 table with a rate)', async () => {
    // 部屋 in CP932, then x, y and z.
    const head = Buffer.concat([
      Buffer.from([0x95, 0x94, 0x89, 0xae]),
      Buffer.from(',acc_x,acc_y,acc_z\r\n'),
    ]);
    const bytes = Buffer.concat([
      head,
      Buffer.from(
        Array.from({ length: 500 }, (_, index) => `${index},${index % 7},${index % 5},1`).join(
          '\r\n',
        ),
      ),
    ]);
    await fixture().uploader.upload(
      aFile('加速度.csv', bytes, {
        settings: { startedAt: '2026-11-03T13:00:00Z', sampleRateHz: 50 },
      }),
    );
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      streamTable: [
        { kind: '部屋', label: '部屋', channels: 1, sampleRateHz: 50 },
        { kind: 'respi-axl', channels: 3, samples: 500 },
      ],
    });
    // Only viewers of the room see the column names of the table.
    expect((await declared(await findSerial(bytes))).map(({ kind }) => kind)).toEqual([
      'signal',
      'respi-axl',
    ]);
    const [run] = await read(
      await findSerial(bytes),
      2,
      Date.parse('2026-11-03T13:00:00Z') * 1000,
      10,
    );
    expect(run?.channels.map((channel) => channel.length)).toEqual([500, 500, 500]);
  });

  it.each<[string, string, Uint8Array, object, string]>([
    ['an EDF with a header only', 'a.edf', anEdfFile({ records: 0, seed: 21 }), {}, 'import-empty'],
    [
      'a header longer than the file',
      'b.edf',
      anEdfFile({ records: 1, seed: 22 }).subarray(0, 700),
      {},
      'import-unreadable',
    ],
    [
      'a file with wrong magic bytes',
      'c.edf',
      new TextEncoder().encode('hello, this is no recording at all'),
      {},
      'import-unreadable',
    ],
    [
      'a damaged native header',
      'd.ymr',
      Uint8Array.from(aNativeFile({ serial: 'x', startUs: 0, seconds: 1 }).bytes, (byte, index) =>
        index === 30 ? byte ^ 1 : byte,
      ),
      {},
      'import-unreadable',
    ],
    [
      'an HTML page named as a table',
      'e.csv',
      new TextEncoder().encode('<html><body>hello</body></html>'),
      {},
      'import-format-unknown',
    ],
    ['a table of zero bytes', 'f.csv', Uint8Array.of(1, 0, 2, 0), {}, 'import-rate-missing'],
    [
      'a truncated archive',
      'j.csv',
      Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0),
      {},
      'import-unreadable',
    ],
    [
      'a table without times',
      'g.csv',
      new TextEncoder().encode('flow\n1\n2\n3\n'),
      {},
      'import-rate-missing',
    ],
    [
      'a table without a start time',
      'h.csv',
      new TextEncoder().encode('time,flow\n0,1\n1,2\n2,3\n'),
      {},
      'import-start-missing',
    ],
    [
      'a table of a million columns',
      'i.csv',
      new TextEncoder().encode(`${'a,'.repeat(1_000_000)}\n${'1\n'.repeat(1_000)}`),
      {},
      'import-too-large',
    ],
  ])(
    'an import fails with a problem code and stores nothing: %s',
    async (_, fileName, bytes, settings, error) => {
      const before = await fixture().rows('timeline_chunks');
      await fixture().uploader.upload(aFile(fileName, bytes, { settings }));
      expect(await fixture().until(bytes, ['failed', 'done'])).toMatchObject({
        state: 'failed',
        error,
        addedFrames: 0,
        originalStored: true,
      });
      expect(await fixture().rows('timeline_chunks')).toBe(before);
    },
  );

  it('an import fails if its bytes are not those announced', async () => {
    const bytes = anEdfFile({ records: 5, seed: 31 });
    const created = await fixture().uploader.create(aFile('other.edf', bytes));
    await fixture().uploader.patch(
      created.headers.get('location') ?? '',
      0,
      anEdfFile({ records: 5, seed: 32 }),
    );
    const failed = await fixture().until(bytes, ['failed', 'done']);
    expect(failed).toMatchObject({ state: 'failed', error: 'upload-checksum-invalid' });
    // Progress distinguishes a check that has begun from one that is queued.
    expect(failed.progress).toBeGreaterThan(0);
  });
});

describe('commands on an import', () => {
  it('an import waits after its check until it is started, and uses the settings given then', async () => {
    const bytes = anEdfFile({ records: 30, seed: 41 });
    await fixture().uploader.upload(aFile('wait.edf', bytes, { autoStart: 'no' }));
    expect(await fixture().until(bytes, ['ready', 'done', 'failed'])).toMatchObject({
      state: 'ready',
      frames: 60,
      addedFrames: 0,
    });
    expect(await listFrames(await findSerial(bytes), 1)).toEqual([]);
    expect(
      (
        await fixture().uploader.command(aFile('', bytes), 'start', {
          settings: { startedAt: '2026-10-01T00:00:00Z' },
        })
      ).status,
    ).toBe(202);
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      from: new Date('2026-10-01T00:00:00Z'),
      addedFrames: 60,
      autoStart: true,
    });
    expect((await fixture().uploader.command(aFile('', bytes), 'start')).status).toBe(409);
  });

  it('an import cancelled while waiting is undone, and a rerun stores it', async () => {
    const bytes = anEdfFile({ records: 20, seed: 42 });
    await fixture().uploader.upload(aFile('cancel.edf', bytes, { autoStart: 'no' }));
    await fixture().until(bytes, ['ready']);
    expect((await fixture().uploader.command(aFile('', bytes), 'cancel')).status).toBe(202);
    expect(await fixture().until(bytes, ['undone'])).toMatchObject({
      actions: [{ action: 'uploaded' }, { action: 'cancelled' }],
    });
    expect((await fixture().uploader.command(aFile('', bytes), 'cancel')).status).toBe(409);
    expect((await fixture().uploader.command(aFile('', bytes), 'rerun')).status).toBe(202);
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      addedFrames: 40,
    });
  });

  it('an import undone and discarded frees its space and can be uploaded again', async () => {
    const bytes = anEdfFile({ records: 15, seed: 45 });
    await fixture().uploader.upload(aFile('discard.edf', bytes));
    await fixture().until(bytes, ['done']);
    expect((await fixture().uploader.command(aFile('', bytes), 'discard')).status).toBe(409);
    await fixture().uploader.command(aFile('', bytes), 'undo');
    await fixture().until(bytes, ['undone']);
    const before = [await fixture().rows('uploads'), await fixture().rows('import_runs')];
    expect((await fixture().uploader.command(aFile('', bytes), 'discard')).status).toBe(202);
    expect([await fixture().rows('uploads'), await fixture().rows('import_runs')]).toEqual(
      before.map((count) => count - 1),
    );
    expect(await fixture().seen(bytes)).toMatchObject({ state: 'undone', originalStored: false });
    expect((await fixture().uploader.command(aFile('', bytes), 'rerun')).status).toBe(400);
    await fixture().uploader.upload(aFile('discard.edf', bytes));
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      addedFrames: 30,
      actions: [
        { action: 'uploaded' },
        { action: 'undone' },
        { action: 'discarded' },
        { action: 'uploaded' },
      ],
    });
  });

  it('the action log keeps the newest actions and the first', async () => {
    const bytes = anEdfFile({ records: 2, seed: 46 });
    await fixture().uploader.upload(aFile('often.edf', bytes));
    await fixture().until(bytes, ['done']);
    const path = `room/${AKANE_ROOM}/uploadHistory/${computeSha256(bytes)}`;
    const old = Array.from({ length: 199 }, () => ({
      at: { $date: '2026-01-01T00:00:00.000Z' },
      by: 'u',
      action: 'started',
    }));
    await fixture().commit([
      {
        kind: 'update',
        path,
        fields: [
          {
            field: ['actions'],
            value: [
              { at: { $date: '2026-01-01T00:00:00.000Z' }, by: 'u', action: 'uploaded' },
              ...old,
            ],
          },
        ],
      },
    ]);
    const cookie = await fixture().signIn('staff@akane.example');
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(
          `${fixture().address}${formatUrl(importApi.original, { roomId: AKANE_ROOM, sha256: computeSha256(bytes) })}`,
          {
            headers: { cookie },
          },
        ),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200]);
    const actions = (await fixture().seen(bytes))?.actions.map(({ action }) => action) ?? [];
    expect(actions).toHaveLength(200);
    expect([actions[0], ...actions.slice(-6)]).toEqual([
      'uploaded',
      'started',
      'downloaded',
      'downloaded',
      'downloaded',
      'downloaded',
      'downloaded',
    ]);
  });

  it('an import cancelled during storing leaves nothing behind', async () => {
    const bytes = anEdfFile({ records: 8_000, seed: 43 });
    await fixture().uploader.upload(aFile('long.edf', bytes));
    const letGo = await fixture().holdStoring(bytes);
    const serial = await findSerial(bytes);
    expect((await listFrames(serial, 1)).length).toBeGreaterThan(0);
    expect((await fixture().uploader.command(aFile('', bytes), 'cancel')).status).toBe(202);
    await letGo();
    expect(await fixture().until(bytes, ['undone', 'done'])).toMatchObject({
      state: 'undone',
      addedFrames: 0,
    });
    expect(await listFrames(serial, 1)).toEqual([]);
    expect(
      await fixture().temporary.database.query({
        text: 'select 1 from timeline_hours where serial = $1 union all select 1 from timeline_dirty_hours where serial = $1',
        values: [serial],
      }),
    ).toEqual([]);
  });

  it('a download returns the original bytes under a safe name and is recorded', async () => {
    const bytes = anEdfFile({ records: 12, seed: 44 });
    await fixture().uploader.upload(aFile("夜\"; x='1'.edf", bytes));
    await fixture().until(bytes, ['done']);
    const cookie = await fixture().signIn('staff@akane.example');
    const reply = await fetch(
      `${fixture().address}${formatUrl(importApi.original, { roomId: AKANE_ROOM, sha256: computeSha256(bytes) })}`,
      { headers: { cookie } },
    );
    expect(reply.status).toBe(200);
    expect(Buffer.from(await reply.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    expect(reply.headers.get('content-disposition')).toBe(
      'attachment; filename="_ x_1_.edf"; filename*=UTF-8\'\'%E5%A4%9C%22%3B%20x%3D%271%27.edf',
    );
    expect([
      reply.headers.get('content-type'),
      reply.headers.get('x-content-type-options'),
      reply.headers.get('cache-control'),
    ]).toEqual(['application/octet-stream', 'nosniff', 'no-store']);
    expect((await fixture().seen(bytes))?.actions.map(({ action }) => action)).toEqual([
      'uploaded',
      'downloaded',
    ]);
    const stranger = await fixture().signIn('carer@mizuki.example');
    expect(
      (
        await fetch(
          `${fixture().address}${formatUrl(importApi.original, { roomId: AKANE_ROOM, sha256: computeSha256(bytes) })}`,
          {
            headers: { cookie: stranger },
          },
        )
      ).status,
    ).toBe(404);
  });

  it("proposals are the device's room at the time and its room now, with the night", async () => {
    const cookie = await fixture().signIn('carer@akane.example');
    const propose = async (serial: string, from: string | null) =>
      (
        await fetch(`${fixture().address}/api/imports/proposal`, {
          method: 'POST',
          headers: { cookie, origin: fixture().address, 'content-type': 'application/json' },
          body: JSON.stringify({ serial, from, to: null }),
        })
      ).json();
    expect(await propose('akane-A', '2026-11-01T13:05:00Z')).toEqual({
      rooms: [
        { roomId: AKANE_ROOM, reason: 'stoodThen', night: '2026-11-01', timeZone: 'Asia/Tokyo' },
      ],
    });
    // Before noon it is still the previous night.
    expect(await propose('akane-A', '2026-12-02T02:59:00Z')).toMatchObject({
      rooms: [{ night: '2026-12-01' }],
    });
    expect(await propose('mizuki-A', null)).toEqual({ rooms: [] });
    expect(await propose('../room', null)).toEqual({ rooms: [] });
  });

  it("the clock is fitted to the samples that the room's device sent", async () => {
    const startUs = Date.parse('2026-10-20T13:00:00Z') * 1000;
    await fixture().temporary.database.query({
      text: `insert into device_assignments (root_domain_id, serial, room_id, from_us, to_us) values ('akane', 'akane-A', $1, $2, $3)`,
      values: [AKANE_ROOM, startUs, startUs + 1_500e6],
    });
    // Another recorder, whose clock is 33 s slow, recorded the same impedance.
    const samples = wanderingSamples(1_000, 50);
    const reference = wanderingFrames(startUs + 200e6, samples);
    await fixture().app.timeline.stage(reference.map((frame) => toStage('akane-A', 50, frame)));
    const header = encodeFileHeader({
      deviceSerial: 'recorder',
      deviceTypeCode: 'x',
      firmware: '',
      timeZone: 'Asia/Tokyo',
      streams: BED_STREAMS,
    });
    const bytes = Buffer.concat([header, ...wanderingFrames(startUs + 200e6 - 33e6, samples)]);
    await fixture().uploader.upload(aFile('recorder.ymr', bytes, { autoStart: 'no' }));
    await fixture().until(bytes, ['ready']);
    const reply = await fixture().uploader.command(aFile('', bytes), 'fitClock');
    expect(reply.status).toBe(200);
    const { fit } = (await reply.json()) as {
      fit: { offsetSeconds: number; driftPpm: number; kind: string; certainty: number } | null;
    };
    expect(fit).toMatchObject({ kind: 'impe' });
    expect(Math.abs((fit?.offsetSeconds ?? 0) - 33)).toBeLessThan(0.05);
  });
});
