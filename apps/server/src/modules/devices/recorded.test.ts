import { deviceApi } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

let fixture: LiveFixture;
let cookie = '';
beforeAll(async () => {
  fixture = await startLiveFixture();
  await fixture.addMember('maker@tree.example', 'akane', 101);
  cookie = await fixture.signIn('maker@tree.example');
});
afterAll(() => fixture.close());

const read = async (serial: string) =>
  deviceApi.recorded.reply.parse(
    (
      await fixture.app.server.inject({
        url: `/api/devices/${serial}/recorded`,
        headers: { cookie },
      })
    ).json(),
  );

describe('recorded endpoint', () => {
  it('returns nothing for a device that never sent', async () => {
    expect(await read('akane-A')).toEqual({ clockOffsetSeconds: null, streams: [], refused: [] });
  });

  it('returns first and last time, amount of the last day and the last frames, staged or compacted', async () => {
    const startMs = Date.now() - 60_000;
    const frames = Array.from({ length: 8 }, (_, sequence) => ({
      sequence,
      deviceTimeUs: (startMs + sequence * 1000) * 1000,
    }));
    await fixture.app.timeline.stage(
      frames.map(({ sequence, deviceTimeUs }) => ({
        serial: 'akane-A',
        streamId: 3,
        sequence,
        deviceTimeUs,
        sampleCount: 1,
        channelCount: 1,
        sampleRateHz: 1,
        receivedMs: startMs + sequence * 1000 + 250,
        bytes: encodeFrame({
          streamId: 3,
          sequence,
          deviceTimeUs,
          channels: [Int16Array.of(3600 + sequence)],
          encoding: 'plain',
        }),
      })),
    );
    const check = async (): Promise<void> => {
      const { streams } = await read('akane-A');
      expect(streams).toEqual([
        expect.objectContaining({
          streamId: 3,
          from: new Date(startMs).toISOString(),
          recentFrames: 8,
        }),
      ]);
      expect(streams[0]?.frames.map(({ sequence }) => sequence)).toEqual([7, 6, 5, 4, 3]);
      expect(streams[0]?.frames[0]).toMatchObject({
        at: new Date(startMs + 7000).toISOString(),
        samples: 1,
      });
      expect(streams[0]?.recentBytes).toBeGreaterThan(0);
    };
    await check();
    await fixture.app.timeline.compact(0, 0);
    await check();
  });

  it('allows only the maker: forbidden to others who see the device, not found for the rest', async () => {
    const send = async (who: string, serial: string) => {
      const reply = await fixture.app.server.inject({
        url: `/api/devices/${serial}/recorded`,
        headers: { cookie: await fixture.signIn(who) },
      });
      return [reply.statusCode, reply.json<{ code: string }>().code];
    };
    expect(await send('carer@akane.example', 'akane-A')).toEqual([403, 'device-forbidden']);
    expect(await send('carer@akane.example', 'mizuki-A')).toEqual([404, 'device-not-found']);
  });
});
