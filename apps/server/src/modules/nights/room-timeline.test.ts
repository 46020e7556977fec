import { decodeTile, timelineApi, type TimelineTile } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStage } from '../../testing/device-frames.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

const START_MS = 1_760_000_000_000;
const MOVE_MS = START_MS + 30_500;
let fixture: LiveFixture;
let cookie = '';

/**
 * A device that was first in room 1 and then in room 2, and sent one sample a second throughout.
 * Each value is the number of its second.
 */
beforeAll(async () => {
  fixture = await startLiveFixture();
  cookie = await fixture.signIn('carer@akane.example');
  await fixture.commit([
    {
      kind: 'set',
      path: 'room/akane-2',
      data: { domainId: 'akane', rootDomainId: 'akane', name: '202' },
    },
    {
      kind: 'set',
      path: 'device/akane-B',
      data: {
        serial: 'akane-B',
        typeId: 'bed',
        domainId: 'akane',
        rootDomainId: 'akane',
        roomId: null,
        connection: 'network',
      },
    },
  ]);
  const { timeline } = fixture.app;
  const at = { rootDomainId: 'akane', serial: 'akane-B' };
  await timeline.assignments.change({ ...at, roomId: 'akane-1', atUs: (START_MS - 1000) * 1000 });
  await timeline.assignments.change({ ...at, roomId: 'akane-2', atUs: MOVE_MS * 1000 });
  await timeline.stage(
    Array.from({ length: 60 }, (_, second) =>
      toStage(
        'akane-B',
        1,
        encodeFrame({
          streamId: 3,
          sequence: second,
          deviceTimeUs: (START_MS + second * 1000) * 1000,
          channels: [Int16Array.of(second)],
        }),
      ),
    ),
  );
  await timeline.stage([
    toStage(
      'akane-B',
      7,
      encodeFrame({
        streamId: 77,
        sequence: 1,
        deviceTimeUs: START_MS * 1000,
        channels: [Int16Array.of(1)],
      }),
    ),
  ]);
});
afterAll(() => fixture.close());

const send = (address: string, headers: Record<string, string> = { cookie }): Promise<Response> =>
  fetch(`${fixture.address}/api/rooms/${address}`, { headers });
const range = (fromMs: number, toMs: number): string => `from=${fromMs}&to=${toMs}`;
async function readTile(reply: Response): Promise<TimelineTile> {
  expect(reply.status).toBe(200);
  return decodeTile(await reply.arrayBuffer()) ?? expect.fail('no tile');
}
const listValues = (tile: TimelineTile): number[] =>
  tile.pieces
    .flatMap(({ minimum, maximum }) => [...(minimum[0] ?? []), ...(maximum[0] ?? [])])
    .filter((value) => value !== -32_768);

describe("a room's timeline", () => {
  it('lists the streams that have data and are declared by the device type', async () => {
    const reply = timelineApi.streams.reply.parse(
      await (await send(`akane-1/timeline/streams?${range(START_MS, START_MS + 60_000)}`)).json(),
    );
    expect(reply.streams).toEqual([
      {
        serial: 'akane-B',
        streamId: 3,
        kind: 'temperature',
        channels: 1,
        unit: '°C',
        sampleRateHz: 1,
        scale: 0.01,
        offset: 0,
      },
    ]);
    const before = timelineApi.streams.reply.parse(
      await (await send(`akane-2/timeline/streams?${range(START_MS, START_MS + 20_000)}`)).json(),
    );
    expect(before).toEqual({ streams: [], recorded: [] });
  });

  it('lists the recorded intervals and omits the gaps', async () => {
    const recorded = async (room: string, fromMs: number, toMs: number) =>
      timelineApi.streams.reply
        .parse(await (await send(`${room}/timeline/streams?${range(fromMs, toMs)}`)).json())
        .recorded.map(({ from, to }) => [from - START_MS, to - START_MS]);
    const { timeline } = fixture.app;
    const frame = (streamId: number, second: number) =>
      toStage(
        'akane-A',
        1,
        encodeFrame({
          streamId,
          sequence: second,
          deviceTimeUs: (START_MS + second * 1000) * 1000,
          channels: [Int16Array.of(7)],
        }),
      );
    await timeline.assignments.change({
      rootDomainId: 'akane',
      serial: 'akane-A',
      roomId: 'akane-2',
      atUs: START_MS * 1000,
    });
    // An hour later: ten seconds of temperature. Half an hour after that: a button press.
    await timeline.stage([
      ...Array.from({ length: 10 }, (_, second) => frame(3, 3600 + second)),
      frame(2, 5400),
    ]);
    expect(await recorded('akane-1', START_MS - 60_000, START_MS + 60_000)).toEqual([[0, 30_500]]);
    const [first, second, ...more] = await recorded('akane-2', START_MS, START_MS + 7_200_000);
    expect([first?.[0], second?.[0], more]).toEqual([30_500, 3_600_000, []]);
    // The end is known only to within a chunk of ten seconds.
    expect(first?.[1]).toBeGreaterThanOrEqual(60_000);
    expect(first?.[1]).toBeLessThan(70_001);
    expect(second?.[1]).toBe(3_610_000);
  });

  it.each([
    ['samples', 60],
    ['columns', 2],
  ])(
    'returns as %s the data that a device sent from the room, and no other data',
    async (kind, columns) => {
      const of = async (room: string): Promise<TimelineTile> =>
        readTile(
          await send(
            `${room}/timeline?${range(START_MS, START_MS + 60_000)}&columns=${columns}&streams=akane-B:3`,
          ),
        );
      const [first, second] = [await of('akane-1'), await of('akane-2')];
      expect(new Set([...first.pieces, ...second.pieces].map((piece) => piece.kind))).toEqual(
        new Set([kind]),
      );
      expect([Math.min(...listValues(first)), Math.max(...listValues(first))]).toEqual([0, 30]);
      expect([Math.min(...listValues(second)), Math.max(...listValues(second))]).toEqual([31, 59]);
    },
  );

  it('omits streams that were not requested or never in the room', async () => {
    expect(
      (
        await readTile(
          await send(
            `akane-1/timeline?${range(START_MS, START_MS + 60_000)}&columns=60&streams=akane-B:1,mizuki-A:3`,
          ),
        )
      ).pieces,
    ).toEqual([]);
  });

  it('answers 304 until a tile changes', async () => {
    const address = `akane-1/timeline?${range(START_MS, START_MS + 60_000)}&columns=60&streams=akane-B:3`;
    const first = await send(address);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect((await readTile(first)).final).toBe(true);
    const etag = first.headers.get('etag') ?? '';
    const again = await send(address, { cookie: cookie, 'if-none-match': etag });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    await fixture.app.timeline.stage([
      toStage(
        'akane-B',
        1,
        encodeFrame({
          streamId: 3,
          sequence: 99,
          deviceTimeUs: (START_MS - 500) * 1000 + 1_000_000,
          channels: [Int16Array.of(7)],
        }),
      ),
    ]);
    const after = await send(address, { cookie: cookie, 'if-none-match': etag });
    expect([after.status, after.headers.get('etag') === etag]).toEqual([200, false]);
  });

  it('marks a tile as not final while data is still being written', async () => {
    expect(
      (
        await readTile(
          await send(
            `akane-1/timeline?${range(Date.now() - 60_000, Date.now())}&columns=60&streams=akane-B:3`,
          ),
        )
      ).final,
    ).toBe(false);
  });

  it.each([
    [
      'a year in one request',
      `${range(START_MS - 366 * 86_400_000, START_MS)}&columns=60&streams=akane-B:3`,
    ],
    ['a reversed range', `${range(START_MS, START_MS - 1)}&columns=60&streams=akane-B:3`],
    ['too many columns', `${range(START_MS, START_MS + 1000)}&columns=99999&streams=akane-B:3`],
    ['no streams', `${range(START_MS, START_MS + 1000)}&columns=60&streams=`],
  ])('the server rejects %s', async (_, query) => {
    expect((await send(`akane-1/timeline?${query}`)).status).toBe(400);
  });

  it('answers 404 for a room of another organisation', async () => {
    expect(
      (
        await send(
          `mizuki-1/timeline?${range(START_MS, START_MS + 1000)}&columns=60&streams=mizuki-A:3`,
        )
      ).status,
    ).toBe(404);
    expect(
      (await send(`nowhere/timeline/streams?${range(START_MS, START_MS + 1000)}`)).status,
    ).toBe(404);
  });

  it('rejects further tile reads of a member who has 30 in progress', async () => {
    const path = `akane-1/timeline?${range(START_MS, START_MS + 60_000)}&columns=60&streams=akane-B:3`;
    const blocked = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const blocking = fixture.temporary.database.transaction(async (queries) => {
      await queries.query({ text: 'lock table timeline_chunks in access exclusive mode' });
      locked.resolve();
      await blocked.promise;
    });
    await locked.promise;
    // Six are being read and 24 wait.
    const replies = Array.from({ length: 33 }, () => send(path));
    const refused: Response[] = [];
    for (const reply of replies)
      void reply.then((one) => one.status === 429 && refused.push(one)).catch(() => undefined);
    await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(3);
    blocked.resolve();
    await blocking;
    await Promise.all(replies);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['2', '2', '2']);
    expect(await refused[0]?.json()).toMatchObject({ code: 'limit-rate', retryAfterSeconds: 2 });
    expect((await send(path)).status).toBe(200);
  });

  it('serves other clients after one has disconnected', async () => {
    const gone = new AbortController();
    const address = `${fixture.address}/api/rooms/akane-1/timeline?${range(START_MS, START_MS + 60_000)}&columns=60&streams=akane-B:3`;
    const left = fetch(address, { headers: { cookie }, signal: gone.signal }).catch(() => null);
    gone.abort();
    expect(await left).toBeNull();
    expect(
      (
        await send(
          `akane-1/timeline?${range(START_MS, START_MS + 60_000)}&columns=60&streams=akane-B:3`,
        )
      ).status,
    ).toBe(200);
  });
});
