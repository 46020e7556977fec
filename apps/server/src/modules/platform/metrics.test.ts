import { deviceTopic } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

const TOKEN = 'a token of a metrics scraper';
let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture({ metricsToken: TOKEN });
});
afterAll(() => fixture.close());

const read = (token: string) =>
  fetch(`${fixture.address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
const figures = async (): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await (await read(TOKEN)).text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );

describe('/metrics', () => {
  it('requires the right token', async () => {
    expect((await read(TOKEN)).headers.get('content-type')).toMatch(
      /^text\/plain; version=0\.0\.4/,
    );
    for (const token of ['another', `${TOKEN}x`, '']) expect((await read(token)).status).toBe(401);
    expect((await fetch(`${fixture.address}/metrics`)).status).toBe(401);
  });

  it('counts device data, the installation’s contents, and requests by route', async () => {
    const device = await fixture.connectDevice('akane-A');
    const startUs = (Date.now() - 5_000) * 1000;
    for (let sequence = 0; sequence < 3; sequence += 1) {
      await device.publishAsync(
        deviceTopic('akane-A', 'frames'),
        Buffer.from(
          encodeFrame({
            streamId: 1,
            sequence,
            deviceTimeUs: startUs + sequence * 1_000_000,
            channels: [new Int16Array(50)],
          }),
        ),
        { qos: 1 },
      );
    }
    await expect
      .poll(async () => (await figures()).get('yamori_ingest_frames_total{outcome="stored"}'))
      .toBe(3);
    // A server takes its rooms once it has seen its own heartbeat advance.
    await expect
      .poll(async () => (await figures()).get('yamori_server_shards{server="server-1"}'))
      .toBe(256);
    const metrics = await figures();
    expect(metrics.get('yamori_rooms{state="inUse"}')).toBe(2);
    expect(metrics.get('yamori_organisations{kind="facility"}')).toBe(2);
    expect(metrics.get('yamori_check_ok{check="database"}')).toBe(1);
    expect(metrics.get('yamori_server_beat{server="server-1"}')).toBeGreaterThan(0);
    expect(metrics.get('yamori_server_clock_ahead_seconds{server="server-1"}')).toBe(0);
    expect(metrics.get('yamori_lease_lost_total')).toBe(0);
    for (const what of ['billPapers', 'clockFits', 'deviceDays', 'tiles', 'tomographs'])
      for (const state of ['running', 'waiting'])
        expect(metrics.get(`yamori_turns{what="${what}",state="${state}"}`)).toBe(0);
    expect(metrics.get('yamori_database_bytes')).toBeGreaterThan(1_000_000);
    expect(
      [...metrics]
        .filter(([name]) => name.startsWith('yamori_devices{'))
        .reduce((sum, [, count]) => sum + count, 0),
    ).toBe(2);
    expect(
      metrics.get('yamori_http_request_seconds_count{method="GET",route="/metrics",status="2xx"}'),
    ).toBeGreaterThan(1);
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    // A second scrape must not add to a count.
    expect((await figures()).get('yamori_ingest_frames_total{outcome="stored"}')).toBe(3);
    await device.endAsync();
  });

  it('names no room, device or person', async () => {
    await fetch(`${fixture.address}/api/rooms/akane-1/accidents`, {
      headers: { cookie: await fixture.signIn('carer@akane.example') },
    });
    expect(await (await read(TOKEN)).text()).not.toMatch(/akane|mizuki|example|Somebody/);
  });
});
