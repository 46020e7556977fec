import { connect } from 'node:net';
import {
  deviceTypeCollection,
  MAX_EXPORT_DAYS,
  problem,
  toUploadSerial,
  TAKEN_FIELD,
} from '@yamori/domain';
import {
  parseCsvTable,
  parseEdfHeader,
  parseTextTable,
  readCsv,
  readEdf,
  unguardedCell,
} from '@yamori/formats';
import { encodeFrame, NOT_MEASURED } from '@yamori/frames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findUploadByFile } from '../imports/uploads/upload-store.ts';
import { verifyChains } from '../history/verify-chains.ts';
import { createRandom, toStage } from '../../testing/device-frames.ts';
import { startImportFixture, type ImportFixture } from '../../testing/import-fixture.ts';
import { computeSha256 } from '../../testing/tus-upload.ts';
import type { TimelineRun } from '../../core/timeline/sample-runs.ts';

/** 22:00 in Japan plus a quarter of a second. */
const START_US = Date.parse('2026-11-20T13:00:00.250Z') * 1000;
const FROM_MS = START_US / 1000 - 10_250;
const TO_MS = START_US / 1000 + 600_000;
const GAP = { from: 60, to: 150.5 };
const SECONDS = 240;
const STREAMS = [
  { streamId: 1, kind: 'impe', channels: 1, unit: 'Ω', sampleRateHz: 50, scale: 0.01, offset: 500 },
  { streamId: 2, kind: 'button', channels: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
  {
    streamId: 3,
    kind: 'temperature',
    channels: 1,
    unit: '°C',
    sampleRateHz: 1,
    scale: 0.01,
    offset: 0,
  },
  {
    streamId: 4,
    kind: 'respi-axl',
    channels: 3,
    unit: 'g',
    sampleRateHz: 50,
    scale: 1 / 16_384,
    offset: 0,
  },
];

let fixture: ImportFixture;
let carer = '';
let agency = '';
beforeAll(async () => {
  fixture = await startImportFixture({
    limits: {
      exports: {
        concurrentExports: 3,
        exportsPerOrganisation: 3,
        exportsPerMember: 2,
        readerTimeoutMs: 60_000,
      },
    },
  });
  [carer, agency] = [
    await fixture.signIn('carer@akane.example'),
    await fixture.signIn('agency@akane.example'),
  ];
  await fixture.commit([
    {
      kind: 'set',
      path: 'deviceType/multi',
      data: { code: 'multi', name: 'Multi', streams: STREAMS },
    },
    {
      kind: 'set',
      path: 'device/akane-M',
      data: {
        serial: 'akane-M',
        typeId: 'multi',
        domainId: 'akane',
        rootDomainId: 'akane',
        roomId: null,
        connection: 'network',
      },
    },
    {
      kind: 'set',
      path: 'room/akane-2',
      data: { domainId: 'akane', rootDomainId: 'akane', name: '202' },
    },
    {
      kind: 'update',
      path: 'room/akane-1',
      fields: [
        {
          field: ['occupant'],
          value: { alias: '花子', sex: 'female', birthYear: 1941, note: 'x' },
        },
      ],
    },
    {
      kind: 'set',
      path: 'room/akane-1/accident/a1',
      data: {
        kind: 'fall',
        severity: 'high',
        raisedAt: { $date: '2026-11-20T13:00:20.000Z' },
        resolvedAt: { $date: '2026-11-20T13:01:20.000Z' },
        source: 'sensor',
        state: 'resolved',
        outcome: 'helped',
        note: '花子さん',
      },
    },
    {
      kind: 'set',
      path: 'room/akane-1/note/n1',
      data: {
        from: { $date: '2026-11-20T13:00:35.000Z' },
        to: { $date: '2026-11-20T13:01:35.000Z' },
        text: '花子さん、体位を変えた',
        writtenBy: 'u',
      },
    },
    {
      kind: 'set',
      path: 'room/akane-1/sleep/n1',
      data: {
        night: '2026-11-20',
        from: { $date: '2026-11-20T13:00:00.000Z' },
        to: { $date: '2026-11-20T13:05:00.000Z' },
        state: 'done',
        epochs: [
          'wake',
          'wake',
          'light',
          'light',
          'deep',
          'rem',
          'asleep',
          'missing',
          'missing',
          'missing',
        ],
        trends: {
          heartRate: [61, null, 58],
          respirationRate: [14.5, 15],
          movement: [3, 4, 5],
          posture: [{ posture: 'supine', minutes: 2 }],
        },
        events: [{ kind: 'bedExit', from: { $date: '2026-11-20T13:02:00.000Z' }, to: null }],
        edits: [
          {
            id: 'e',
            from: { $date: '2026-11-20T13:00:30.000Z' },
            to: { $date: '2026-11-20T13:01:00.000Z' },
            change: { kind: 'stage', stage: 'light' },
            editedBy: 'u',
            editedAt: { $date: '2026-11-21T00:00:00.000Z' },
            undone: false,
          },
        ],
      },
    },
  ]);
  await sendNight();
});
afterAll(() => fixture.close());

/**
 * Waves with a gap, an interval without measurements, and two presses. The device leaves room 1 in
 * the middle.
 */
async function sendNight(): Promise<void> {
  const { timeline } = fixture.app;
  await timeline.assignments.change({
    rootDomainId: 'akane',
    serial: 'akane-M',
    roomId: 'akane-1',
    atUs: START_US - 1e6,
  });
  await timeline.assignments.change({
    rootDomainId: 'akane',
    serial: 'akane-M',
    roomId: null,
    atUs: START_US + SECONDS * 1e6,
  });
  const random = createRandom(7);
  const wave = (length: number): Int16Array =>
    Int16Array.from({ length }, () => Math.round(65_000 * (random() - 0.5)));
  const frames = Array.from({ length: SECONDS + 20 }, (_, second) => second).flatMap((second) => {
    // After the gap everything is half a second later.
    const at = second < GAP.from ? second : second + 90.5;
    const deviceTimeUs = START_US + at * 1e6;
    const axes = [wave(50), wave(50), wave(50)];
    if (second === 20) axes.forEach((axis) => axis.fill(NOT_MEASURED));
    return [
      toStage(
        'akane-M',
        50,
        encodeFrame({ streamId: 1, sequence: second, deviceTimeUs, channels: [wave(50)] }),
      ),
      toStage(
        'akane-M',
        50,
        encodeFrame({ streamId: 4, sequence: second, deviceTimeUs, channels: axes }),
      ),
      ...(second % 10 === 0 && second !== 30
        ? [
            toStage(
              'akane-M',
              1,
              encodeFrame({
                streamId: 3,
                sequence: second / 10,
                deviceTimeUs,
                channels: [
                  Int16Array.from({ length: 10 }, (_none, index) => 3600 + index + second),
                ],
              }),
            ),
          ]
        : []),
      ...(second === 33 || second === 100
        ? [
            toStage(
              'akane-M',
              0,
              encodeFrame({
                streamId: 2,
                sequence: second,
                deviceTimeUs: deviceTimeUs + 5000,
                channels: [Int16Array.of(1)],
              }),
            ),
          ]
        : []),
    ];
  });
  await timeline.stage(frames);
}

const send = (query: string, cookie = carer, room = 'akane-1'): Promise<Response> =>
  fetch(`${fixture.address}/api/rooms/${room}/export?${query}`, { headers: { cookie } });
const RANGE = `from=${FROM_MS}&to=${TO_MS}`;
async function download(query: string, cookie = carer): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await send(query, cookie);
  expect([reply.status, reply.status === 200 ? '' : await reply.text()]).toEqual([200, '']);
  return new Uint8Array(await reply.arrayBuffer());
}
const downloadCsv = async (query: string, cookie = carer): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await download(query, cookie));
const getCode = async (reply: Promise<Response>): Promise<unknown[]> => [
  (await reply).status,
  problem.parse(await (await reply).json()).code,
];

/** Measured samples by time in µs; samples that are not measured are left out. */
function measured(runs: readonly TimelineRun[]): Map<number, string> {
  const samples = new Map<number, string>();
  for (const { firstSampleTimeUs, sampleRateHz = 1, channels } of runs) {
    for (let index = 0; index < (channels[0]?.length ?? 0); index += 1) {
      const values = channels.map((channel) => channel[index]);
      if (values.some((value) => value !== NOT_MEASURED))
        samples.set(Math.round(firstSampleTimeUs + (index * 1e6) / sampleRateHz), values.join(' '));
    }
  }
  return samples;
}
const readTimeline = (serial: string, streamId: number, moreUs = 0): Promise<TimelineRun[]> =>
  fixture.app.timeline.read({
    serial,
    streamId,
    fromUs: START_US - 1e9,
    toUs: START_US + SECONDS * 1e6 + moreUs,
  });

describe('EDF+ export', () => {
  it('preserves samples, times, gaps, scales and kinds through an import', async () => {
    const bytes = await download(`${RANGE}&format=edf`);
    const file = { roomId: 'akane-2', fileName: 'again.edf', bytes };
    await fixture.uploader.upload(file);
    const done = await fixture.until(bytes, ['done', 'failed'], 'akane-2');
    expect([done.state, done.error]).toEqual(['done', null]);
    const upload = await findUploadByFile(
      fixture.temporary.database,
      'akane-2',
      computeSha256(bytes),
    );
    const serial = toUploadSerial(upload?.uploadId ?? '');
    const table = done.streamTable ?? [];
    expect(table.map(({ kind, channels, sampleRateHz }) => [kind, channels, sampleRateHz])).toEqual(
      [
        ['impe', 1, 50],
        ['temperature', 1, 1],
        ['respi-axl', 3, 50],
      ],
    );
    const [type] = await fixture.app.store
      .read([`device/${serial}`])
      .then(([device]) =>
        fixture.app.store.read([`deviceType/${z.string().parse(device?.data['typeId'])}`]),
      );
    const declared = deviceTypeCollection.schema.shape.streams.parse(type?.data['streams']);
    expect(declared.map(({ scale, offset }) => [scale, offset])).toEqual([
      [0.01, 500],
      [0.01, 0],
      [1 / 16_384, 0],
    ]);
    for (const [index, streamId] of [1, 3, 4].entries()) {
      const stored = await readTimeline(serial, table[index]?.streamId ?? -1, 1e6);
      const [before, again] = [measured(await readTimeline('akane-M', streamId)), measured(stored)];
      // Intervals without data remain empty: the timeline contains samples only.
      expect(stored.reduce((sum, { channels }) => sum + (channels[0]?.length ?? 0), 0)).toBe(
        again.size,
      );
      expect(before.size).toBeGreaterThan(90);
      expect([...again.values()]).toEqual([...before.values()]);
      // All signals share one clock: times are right to half a sample, and exact for synchronised
      // devices.
      const halfUs = streamId === 3 ? 500_000 : 0;
      const times = [...before.keys()];
      expect(
        [...again.keys()].filter((timeUs, at) => Math.abs(timeUs - (times[at] ?? 0)) > halfUs),
      ).toEqual([]);
    }
  });

  it('writes EDF+D with the gap, time zone and annotations of accidents, events, presses and sleep', async () => {
    const bytes = await download(`${RANGE}&format=edf`);
    const parsed = parseEdfHeader(bytes);
    const header = parsed.kind === 'header' ? parsed.header : expect.fail('no header');
    expect(header).toMatchObject({
      variant: 'EDF+D',
      recording: 'Startdate 20-NOV-2026 X X Yamori UTC+09:00 Asia/Tokyo',
      startedAt: '2026-11-20T22:00:00',
    });
    expect(
      header.signals
        .slice(0, 5)
        .map(({ label, unit, digitalMin, digitalMax }) => [label, unit, digitalMin, digitalMax]),
    ).toEqual([
      ['impe', 'Ohm', -32_767, 32_767],
      ['temperature', 'degC', -32_767, 32_767],
      ...['x', 'y', 'z'].map((axis) => [`acc ${axis}`, 'g', -32_767, 32_767]),
    ]);
    const recording = readEdf(bytes);
    expect(recording.problems).toEqual([]);
    expect(recording.startedAt).toBe('2026-11-20T22:00:00.250');
    const notes = recording.annotations.map(({ onsetSeconds, durationSeconds, text }) => [
      Number(onsetSeconds.toFixed(3)),
      durationSeconds,
      text,
    ]);
    expect(notes).toContainEqual([19.75, 60, 'Accident: fall, high, helped']);
    expect(notes).toContainEqual([33.005, null, 'button: 1']);
    expect(notes).toContainEqual([119.75, null, 'Event: bedExit']);
    expect(notes.filter(([, , text]) => String(text).startsWith('Sleep stage'))).toEqual(
      [
        [-0.25, 30, 'Sleep stage W'],
        [29.75, 90, 'Sleep stage light'],
        [119.75, 30, 'Sleep stage N3'],
        [149.75, 30, 'Sleep stage R'],
        [179.75, 30, 'Sleep stage asleep'],
        [209.75, 90, 'Sleep stage ?'],
      ].filter(([onset]) => Number(onset) >= -10.25),
    );
    expect(notes).toContainEqual([20, 1, 'Not measured: acc x']);
    expect(notes).toContainEqual([30, 10, 'Not measured: temperature']);
    expect(
      recording.gaps.map(({ startSeconds, recordedSeconds }) => [startSeconds, recordedSeconds]),
    ).toEqual([[60, 60]]);
  });

  it('contains personal data only if an authorised member requests it', async () => {
    const plain = Buffer.from(await download(`${RANGE}&format=edf`));
    expect(plain.toString('latin1', 8, 88).trim()).toMatch(/^R-[0-9a-f]{10} X X X$/);
    expect(plain.includes('花子')).toBe(false);
    const named = Buffer.from(await download(`${RANGE}&format=edf&names=yes`));
    expect(named.toString('latin1', 8, 88).trim()).toMatch(/^R-[0-9a-f]{10} F X X$/);
    expect(readEdf(named).annotations.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Occupant: 花子, female, born 1941',
        'Accident: fall, high, helped, 花子さん',
      ]),
    );
    expect(
      readEdf(named).annotations.find(({ text }) => text === 'Note: 花子さん、体位を変えた'),
    ).toMatchObject({ onsetSeconds: 34.75, durationSeconds: 60 });
    expect(await getCode(send(`${RANGE}&format=edf&names=yes`, agency))).toEqual([
      403,
      'export-names-forbidden',
    ]);
    expect((await download(`${RANGE}&format=edf`, agency)).length).toBe(plain.length);
  });

  it('states its length in advance and contains only the chosen streams', async () => {
    const reply = await send(`${RANGE}&format=edf&streams=akane-M:3`);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    expect([reply.headers.get('content-length'), reply.headers.get('content-disposition')]).toEqual(
      [String(bytes.length), expect.stringContaining('yamori-201-20261120-2159.edf')],
    );
    expect(readEdf(bytes).streams.map(({ label }) => label)).toEqual(['temperature']);
  });
});

describe('CSV export', () => {
  it('writes every sample at its time, and preserves it through an import', async () => {
    const text = await downloadCsv(`${RANGE}&format=csv&streams=akane-M:1`);
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFtime,impe [Ω]',
      expect.stringMatching(/^2026-11-20T22:00:00\.250000\+09:00,\d+(\.\d+)?$/),
    ]);
    const again = readCsv(new TextEncoder().encode(text), { rate: { kind: 'found' } });
    expect([again.startedAt, again.streams[0]?.sampleRateHz, again.gaps.length]).toEqual([
      '2026-11-20T22:00:00.25',
      50,
      1,
    ]);
    const before = (await readTimeline('akane-M', 1)).flatMap(({ channels }) => [
      ...(channels[0] ?? []),
    ]);
    const values = again.streams[0]?.samples.values ?? [];
    expect(values.length).toBe(before.length);
    expect(
      before.every(
        (digital, index) => Math.abs((values[index] ?? 0) - (digital * 0.01 + 500)) < 1e-6,
      ),
    ).toBe(true);
  });

  it('combines streams of different rates, with empty cells for missing samples', async () => {
    const table = parseCsvTable(await downloadCsv(`${RANGE}&format=csv`), {});
    const rows = [
      table.columns.map(({ name }) => name),
      ...[0, 1].map((row) => table.columns.map(({ values, texts }) => texts?.[row] ?? values[row])),
    ];
    expect(rows[0]).toEqual([
      'time',
      'impe [Ω]',
      'button',
      'temperature [°C]',
      'acc x [g]',
      'acc y [g]',
      'acc z [g]',
    ]);
    expect(rows[1]?.[3]).toBe(36);
    expect(rows[2]?.[3]).toBeNaN();
    expect(table.columns[2]?.values.filter((value) => value === 1)).toHaveLength(2);
  });

  it('writes minimum, maximum and mean in one row for each minute', async () => {
    const lines = (await downloadCsv(`${RANGE}&format=minutes&streams=akane-M:3`))
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe(
      'time,temperature min [°C],temperature max [°C],temperature mean [°C],samples akane-M:3',
    );
    expect(lines[1]).toMatch(/^2026-11-20T22:00:00\+09:00,36,36\.59,36\.\d+,50$/);
    expect(lines.map((line) => line.slice(11, 16)).slice(1)).toEqual(['22:00', '22:02', '22:03']);
  });

  it.each(['csv', 'minutes'])(
    'contains no formula, even in names of streams: %s (T26)',
    async (format) => {
      const kinds = [
        "=cmd|' /C calc'!A0",
        '+1',
        '-1',
        '@SUM(1)',
        '\t=1',
        '\r=1',
        '＝1',
        '＋1',
        '－1',
        '＠a',
      ];
      const streams = kinds.map((kind, index) => ({
        streamId: 20 + index,
        kind,
        channels: 1,
        unit: '=2',
        sampleRateHz: 1,
        scale: 0.01,
        offset: -1,
      }));
      const laterUs = START_US + 86_400 * 1e6;
      await fixture.commit([
        {
          kind: 'set',
          path: 'deviceType/odd',
          data: {
            code: 'odd',
            name: 'Odd',
            streams: streams.map((stream) => ({ ...stream, kind: stream.kind.trim() })),
          },
        },
        {
          kind: 'set',
          path: 'device/akane-F',
          data: {
            serial: 'akane-F',
            typeId: 'odd',
            domainId: 'akane',
            rootDomainId: 'akane',
            roomId: null,
            connection: 'network',
          },
        },
      ]);
      // An older server accepted tabs and line ends in names.
      await fixture.temporary.database.query({
        text: `update documents set data = jsonb_set(data, '{streams}', $1) where path = 'deviceType/odd'`,
        values: [JSON.stringify(streams)],
      });
      await fixture.app.timeline.assignments.change({
        rootDomainId: 'akane',
        serial: 'akane-F',
        roomId: 'akane-1',
        atUs: laterUs - 1e6,
      });
      await fixture.app.timeline.stage(
        streams.map(({ streamId }) =>
          toStage(
            'akane-F',
            1,
            encodeFrame({
              streamId,
              sequence: 1,
              deviceTimeUs: laterUs,
              channels: [Int16Array.of(-300, 5)],
            }),
          ),
        ),
      );
      const rows = parseTextTable(
        await downloadCsv(
          `from=${laterUs / 1000 - 1000}&to=${laterUs / 1000 + 10_000}&format=${format}`,
        ),
      ).rows;
      const [header = [], first = []] = rows;
      expect(
        [...header, ...first].filter(
          (cell) => /^[\s\0]*[=+\-@＝＋－＠]/.test(cell) && !/^-?[\d.]+$/.test(cell),
        ),
      ).toEqual([]);
      // The escaped names are otherwise unchanged.
      const names = header.map(unguardedCell);
      for (const kind of kinds)
        expect(names.some((name) => name.startsWith(kind.slice(0, 13)))).toBe(true);
      expect(first).toContain('-4');
    },
  );

  it('writes one row for each epoch, with corrected and computed stage', async () => {
    const lines = (await downloadCsv(`${RANGE}&format=epochs`)).trim().split('\r\n');
    expect(lines.slice(1, 4)).toEqual([
      '2026-11-20T22:00:00+09:00,2026-11-20,0,wake,wake,0,,,61,14.5,3,,supine',
      '2026-11-20T22:00:30+09:00,2026-11-20,1,light,wake,1,,inBed,61,14.5,3,,supine',
      '2026-11-20T22:01:00+09:00,2026-11-20,2,light,light,0,,,,15,4,,supine',
    ]);
    const named = (await downloadCsv(`${RANGE}&format=epochs&names=yes`)).trim().split('\r\n');
    expect([named[0], named[1], named[2]]).toEqual([
      expect.stringMatching(/,posture,notes$/),
      expect.stringMatching(/,supine,$/),
      expect.stringMatching(/,supine,花子さん、体位を変えた \(until 2026-11-20T22:01:35\+09:00\)$/),
    ]);
    const hypnogram = readEdf(await download(`${RANGE}&format=hypnogram`));
    expect([
      hypnogram.startedAt,
      hypnogram.streams,
      hypnogram.annotations.map(({ onsetSeconds, durationSeconds }) => [
        onsetSeconds,
        durationSeconds,
      ]),
    ]).toEqual([
      '2026-11-20T22:00:00',
      [],
      [
        [0, 30],
        [30, 90],
        [120, 30],
        [150, 30],
        [180, 30],
        [210, 90],
      ],
    ]);
  });
});

describe('export endpoint', () => {
  it.each([
    ['a reversed range', `from=${TO_MS}&to=${FROM_MS}&format=edf`, 400, 'export-range-invalid'],
    [
      'a range over the limit',
      `from=${TO_MS - MAX_EXPORT_DAYS * 86_400_000 - 1}&to=${TO_MS}&format=csv`,
      400,
      'export-range-too-long',
    ],
    ['an empty range', `from=1000&to=2000&format=edf`, 400, 'export-empty'],
    ['a range without samples', `from=1000&to=2000&format=csv`, 400, 'export-empty'],
    ['a range without nights', `from=1000&to=2000&format=epochs`, 400, 'export-empty'],
    ['streams of another room', `${RANGE}&format=edf&streams=mizuki-A:1`, 400, 'export-empty'],
    ['an unknown format', `${RANGE}&format=pdf`, 400, 'request-invalid'],
  ])('rejects %s', async (_, query, status, code) => {
    expect(await getCode(send(query))).toEqual([status, code]);
  });

  it('hides rooms of other organisations', async () => {
    expect(await getCode(send(`${RANGE}&format=edf`, carer, 'mizuki-1'))).toEqual([
      404,
      'document-not-found',
    ]);
  });

  it('records member and use of names in the update history', async () => {
    const history = async () =>
      (
        await fixture.app.store.list({
          collection: 'updateHistory',
          group: false,
          filters: [{ field: ['path'], op: '==', value: 'room/akane-1' }],
          orderBy: [],
          offset: 0,
        })
      ).map(({ data }) => data['action']);
    const before = (await history()).filter((action) => action === 'exported').length;
    await download(`${RANGE}&format=epochs`, agency);
    await download(`${RANGE}&format=epochs&names=yes`);
    await send(`from=1000&to=2000&format=epochs`);
    const actions = await history();
    expect([
      actions.filter((action) => action === 'exported').length,
      actions.includes('exportedWithNames'),
    ]).toEqual([before + 1, true]);
  });

  it("records format and period in the update history, and the browser's data for a table of nights", async () => {
    await download(`${RANGE}&format=minutes`, agency);
    const table = { from: '2026-11-01', to: '2026-11-14', rooms: 2 };
    const reply = await fetch(`${fixture.address}/api/domains/akane/night-table`, {
      method: 'POST',
      headers: { cookie: carer, origin: fixture.address, 'content-type': 'application/json' },
      body: JSON.stringify(table),
    });
    expect(reply.status).toBe(204);
    const taken = (
      await fixture.app.store.list({
        collection: 'updateHistory',
        group: false,
        filters: [],
        orderBy: [],
        offset: 0,
      })
    ).flatMap(({ data }) => data['changes'] as unknown[]);
    expect(taken).toContainEqual({
      field: TAKEN_FIELD,
      before: null,
      after: { file: 'room', format: 'minutes', from: new Date(FROM_MS), to: new Date(TO_MS) },
    });
    expect(taken).toContainEqual({
      field: TAKEN_FIELD,
      before: null,
      after: { file: 'nightTable', ...table },
    });
    const chains = await verifyChains(fixture.temporary.database);
    expect(chains.map(({ faults }) => faults)).toEqual(chains.map(() => []));
  });

  it('limits concurrent exports, and a busy server asks clients to retry', async () => {
    const from = TO_MS - MAX_EXPORT_DAYS * 86_400_000;
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        send(`from=${from}&to=${TO_MS}&format=edf`, index % 2 === 0 ? carer : agency),
      ),
    );
    const refused = replies.filter(({ status }) => status === 429);
    const codes = await Promise.all(
      replies.map(async (reply) =>
        reply.status === 200
          ? void (await reply.arrayBuffer())
          : problem.parse(await reply.json()).code,
      ),
    );
    expect([
      replies.some(({ status }) => status === 200),
      refused.length > 0,
      refused[0]?.headers.get('retry-after'),
    ]).toEqual([true, true, '10']);
    expect(codes).toEqual(expect.arrayContaining(['limit-exports', 'limit-exports-own']));
    await expect.poll(async () => (await send(`${RANGE}&format=epochs`)).status).toBe(200);
  });

  it('releases the place of a reader who disconnects early', async () => {
    const { hostname, port } = new URL(fixture.address);
    const request = `GET /api/rooms/akane-1/export?${RANGE}&format=epochs HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${carer}\r\n\r\n`;
    // Readers disconnect before the room is read, before the first byte and during the reply, with
    // and without pipelined requests.
    const leave = (afterMs: number, requests: number): Promise<unknown> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(request.repeat(requests));
          setTimeout(() => socket.resetAndDestroy(), afterMs);
        });
        socket.on('error', resolve).once('close', resolve).resume();
      });
    for (let left = 0; left < 91; left += 1) await leave(left % 13, left % 4 === 0 ? 3 : 1);
    const both = async (): Promise<number[]> =>
      (await Promise.all([send(`${RANGE}&format=epochs`), send(`${RANGE}&format=epochs`)])).map(
        ({ status }) => status,
      );
    await expect.poll(both).toEqual([200, 200]);
  });

  it('exports the longest allowed range, and concurrently with a reader who disconnects', async () => {
    const from = TO_MS - MAX_EXPORT_DAYS * 86_400_000;
    expect(
      (await download(`from=${from}&to=${TO_MS}&format=edf&streams=akane-M:3`)).length,
    ).toBeGreaterThan(1000);
    for (let left = 0; left < 5; left += 1) {
      const gone = new AbortController();
      const reply = send(`${RANGE}&format=csv`).catch(() => null);
      void fetch(`${fixture.address}/api/rooms/akane-1/export?${RANGE}&format=csv`, {
        headers: { cookie: carer },
        signal: gone.signal,
      }).then(
        (answer) => answer.body?.cancel(),
        () => undefined,
      );
      gone.abort();
      await (await reply)?.arrayBuffer();
    }
    await expect.poll(async () => (await send(`${RANGE}&format=csv`)).status).toBe(200);
  });
});

describe('EIT export', () => {
  const [RATE_HZ, EIT_SECONDS] = [20, 6];
  beforeAll(async () => {
    await fixture.commit([
      {
        kind: 'set',
        path: 'room/akane-3',
        data: { domainId: 'akane', rootDomainId: 'akane', name: '203' },
      },
      {
        kind: 'set',
        path: 'deviceType/tomograph',
        data: {
          code: 'tomograph',
          name: 'EIT',
          streams: [
            {
              streamId: 5,
              kind: 'eit',
              channels: 208,
              unit: 'V',
              sampleRateHz: RATE_HZ,
              scale: 0.0001,
              offset: 0,
            },
          ],
        },
      },
      {
        kind: 'set',
        path: 'device/akane-E',
        data: {
          serial: 'akane-E',
          typeId: 'tomograph',
          domainId: 'akane',
          rootDomainId: 'akane',
          roomId: null,
          connection: 'network',
        },
      },
    ]);
    await fixture.app.timeline.assignments.change({
      rootDomainId: 'akane',
      serial: 'akane-E',
      roomId: 'akane-3',
      atUs: START_US - 1e6,
    });
    const random = createRandom(11);
    await fixture.app.timeline.stage(
      Array.from({ length: EIT_SECONDS }, (_, second) =>
        toStage(
          'akane-E',
          RATE_HZ,
          encodeFrame({
            streamId: 5,
            sequence: second,
            deviceTimeUs: START_US + second * 1e6,
            channels: Array.from({ length: 208 }, () =>
              Int16Array.from({ length: RATE_HZ }, () => Math.round(60_000 * (random() - 0.5))),
            ),
          }),
        ),
      ),
    );
  });

  it('writes 208 EDF+ signals, which an import joins into one stream again', async () => {
    const reply = await send(`${RANGE}&format=edf`, carer, 'akane-3');
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const parsed = parseEdfHeader(bytes);
    expect(
      parsed.kind === 'header'
        ? parsed.header.signals
            .filter(({ label }) => label.startsWith('eit '))
            .map(({ label }) => label)
        : [],
    ).toEqual(Array.from({ length: 208 }, (_, reading) => `eit ${reading + 1}`));
    await fixture.uploader.upload({ roomId: 'akane-2', fileName: 'eit.edf', bytes });
    expect(await fixture.until(bytes, ['done', 'failed'], 'akane-2')).toMatchObject({
      state: 'done',
      streamTable: [{ kind: 'eit', label: 'EIT', channels: 208, sampleRateHz: RATE_HZ }],
    });
    const serial = toUploadSerial(
      (await findUploadByFile(fixture.temporary.database, 'akane-2', computeSha256(bytes)))
        ?.uploadId ?? '',
    );
    expect(measured(await readTimeline(serial, 1))).toEqual(
      measured(await readTimeline('akane-E', 5)),
    );
  });

  it('writes samples as CSV, but no rows by minute', async () => {
    const table = parseTextTable(
      new Uint8Array(await (await send(`${RANGE}&format=csv`, carer, 'akane-3')).arrayBuffer()),
    );
    expect([table.rows.length, table.rows[0]?.length, table.rows[0]?.[208]]).toEqual([
      1 + RATE_HZ * EIT_SECONDS,
      209,
      'eit 208 [V]',
    ]);
    expect(await getCode(send(`${RANGE}&format=minutes`, carer, 'akane-3'))).toEqual([
      400,
      'export-empty',
    ]);
  });
});
