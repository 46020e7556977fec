import { encodeFrame, scanFrames } from '@yamori/frames';
import { afterEach, describe, expect, it } from 'vitest';
import { openBroker, type Broker } from '../testing/broker.ts';
import { openDeviceLink, type DeviceLink, type LinkOptions } from './device-link.ts';

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function aBroker(keys: ReadonlyMap<string, string> | null = null, port = 0): Promise<Broker> {
  const broker = await openBroker(keys, port);
  opened.push(broker);
  return broker;
}
function aLink(url: string, more: Partial<LinkOptions> = {}): DeviceLink {
  const link = openDeviceLink({
    url,
    serial: 'A-1',
    key: 'secret',
    maxPending: 5,
    reconnectMs: 50,
    ...more,
  });
  opened.push(link);
  return link;
}
const aFrame = (sequence: number): Uint8Array =>
  encodeFrame({ streamId: 1, sequence, deviceTimeUs: 1e15, channels: [Int16Array.of(sequence)] });
const until = (holds: () => boolean): Promise<void> => expect.poll(() => holds()).toBe(true);
const receivedFrames = (broker: Broker): number[] =>
  broker.received
    .filter(({ topic }) => topic === 'yamori/v1/A-1/frames')
    .flatMap(({ payload }) => scanFrames(payload).frames.map((frame) => frame.sequence));
const receivedReports = (broker: Broker): unknown[] =>
  broker.received
    .filter(({ topic }) => topic === 'yamori/v1/A-1/status')
    .map(({ payload }): unknown => JSON.parse(payload.toString()));

// device-link.test.ts uses a small scripted server; this test uses a real broker.
describe('openDeviceLink with a real broker', () => {
  it('counts sent and acknowledged messages', async () => {
    const broker = await aBroker();
    const link = aLink(broker.url);
    link.sendFrames([aFrame(1), aFrame(2)]);
    link.sendFrames([]);
    link.sendFrames([aFrame(3)]);
    await link.drained();
    expect(receivedFrames(broker)).toEqual([1, 2, 3]);
    expect(link.counts()).toEqual({
      sent: 2,
      acknowledged: 2,
      dropped: 0,
      connected: true,
      refusal: null,
    });
  });

  it('loses only the newest messages beyond the limit while the broker acknowledges nothing', async () => {
    const broker = await aBroker();
    const link = aLink(broker.url, { maxPending: 3 });
    await until(() => link.counts().connected);
    broker.hold();
    for (let sequence = 1; sequence <= 10; sequence++) link.sendFrames([aFrame(sequence)]);
    expect(link.counts()).toMatchObject({ sent: 3, acknowledged: 0, dropped: 7 });
    await until(() => receivedFrames(broker).length > 0);
    broker.release();
    await link.drained();
    link.sendFrames([aFrame(11)]);
    await link.drained();
    expect(receivedFrames(broker)).toEqual([1, 2, 3, 11]);
  });

  it('loses nothing if the network breaks before an acknowledgement', async () => {
    const broker = await aBroker();
    const link = aLink(broker.url);
    await until(() => link.counts().connected);
    broker.hold();
    link.sendFrames([aFrame(1)]);
    link.sendFrames([aFrame(2)]);
    await until(() => receivedFrames(broker).length > 0);
    broker.cutAll();
    await until(() => !link.counts().connected);
    broker.release();
    await link.drained();
    expect(new Set(receivedFrames(broker))).toEqual(new Set([1, 2]));
    expect(link.counts()).toMatchObject({ sent: 2, acknowledged: 2, dropped: 0 });
  });

  it('loses nothing if another broker replaces the first at the same address', async () => {
    const first = await openBroker();
    const link = aLink(first.url);
    await until(() => link.counts().connected);
    await first.close();
    await until(() => !link.counts().connected);
    link.sendFrames([aFrame(1)]);
    link.sendFrames([aFrame(2)]);
    const second = await aBroker(null, Number(new URL(first.url).port));
    await link.drained();
    expect(receivedFrames(second)).toEqual([1, 2]);
  });

  it('sends a last will when the device drops out, and reconnects when restored', async () => {
    const broker = await aBroker();
    const link = aLink(broker.url);
    await until(() => link.counts().connected);
    link.drop();
    await until(() => receivedReports(broker).length > 0);
    expect(receivedReports(broker)).toEqual([{ online: false }]);
    await until(() => broker.connections() === 0);
    // Four times the delay of a reconnect.
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect(broker.connections()).toBe(0);
    link.restore();
    link.sendFrames([aFrame(9)]);
    await link.drained();
    expect(receivedFrames(broker)).toEqual([9]);
  });

  it('sends no last will when it is closed', async () => {
    const broker = await aBroker();
    const link = aLink(broker.url);
    await until(() => link.counts().connected);
    await link.close();
    await until(() => broker.connections() === 0);
    expect(receivedReports(broker)).toEqual([]);
  });

  it('connects once the broker knows the device, and clears the earlier refusal', async () => {
    const keys = new Map([['A-1', 'another']]);
    const broker = await aBroker(keys);
    const link = aLink(broker.url);
    await until(() => link.counts().refusal !== null);
    expect(link.counts().connected).toBe(false);
    expect(link.counts().refusal).toMatch(/Bad username or password/);
    keys.set('A-1', 'secret');
    await until(() => link.counts().connected);
    expect(link.counts().refusal).toBeNull();
  });

  it.each(['acknowledges nothing', 'is away'] as const)(
    'closes even if the broker %s',
    async (state) => {
      const broker = await aBroker();
      const link = openDeviceLink({
        url: broker.url,
        serial: 'A-1',
        key: 'k',
        maxPending: 5,
        reconnectMs: 50,
      });
      await until(() => link.counts().connected);
      if (state === 'is away') {
        opened.pop();
        await broker.close();
        await until(() => !link.counts().connected);
      } else broker.hold();
      link.sendFrames([aFrame(1)]);
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      await expect(
        Promise.race([
          link.close().then(() => 'closed'),
          new Promise((resolve) => {
            setTimeout(resolve, 20_000, 'still open');
          }),
        ]),
      ).resolves.toBe('closed');
    },
  );
});
