import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { natsServerBinary, startNatsServer, type NatsServer } from '../../testing/nats-server.ts';
import type { Bus } from './bus.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { connectNatsBus } from './nats-bus.ts';

const log = pino({ level: 'silent' });
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const encodeText = (content: string): Uint8Array => new TextEncoder().encode(content);
const binary = natsServerBinary();

const until = (condition: () => boolean): Promise<void> =>
  expect.poll(condition, { interval: 5 }).toBe(true);

/**
 * Resolves when `bus` has received everything sent to it, so that later publishes arrive after it.
 */
async function drain(bus: Bus, other: Bus): Promise<void> {
  const received = Promise.withResolvers<void>();
  const last = bus.subscribe('heard.all', () => received.resolve());
  await bus.flush();
  other.publish('heard.all', encodeText('x'));
  await received.promise;
  last.close();
}

/** Tests for every Bus; the buses of one `open` are connected. */
function behavesAsBus(open: () => Promise<Bus>): void {
  it('a publish reaches every subscriber of the subject and no others', async () => {
    const bus = await open();
    const seen: string[] = [];
    bus.subscribe('frames.A-1', (subject, bytes) => seen.push(`one ${subject} ${text(bytes)}`));
    bus.subscribe('frames.A-1', (subject, bytes) => seen.push(`two ${subject} ${text(bytes)}`));
    bus.subscribe('frames.A-2', () => seen.push('wrong'));
    await bus.flush();
    bus.publish('frames.A-1', encodeText('hello'));
    await bus.flush();
    await drain(bus, await open());
    expect(seen).toEqual(['one frames.A-1 hello', 'two frames.A-1 hello']);
  });

  it('a pattern that ends in ">" matches every subject below it', async () => {
    const bus = await open();
    const seen: string[] = [];
    bus.subscribe('device.>', (subject) => seen.push(subject));
    await bus.flush();
    for (const subject of ['device', 'device.A', 'devices.A', 'device.A.b', 'frames.A'])
      bus.publish(subject, encodeText('x'));
    await bus.flush();
    await drain(bus, await open());
    expect(seen).toEqual(['device.A', 'device.A.b']);
  });

  it('5,000 messages of a publisher arrive in order and complete', async () => {
    const bus = await open();
    const seen: number[] = [];
    bus.subscribe('order.x', (_subject, bytes) => seen.push(Number(text(bytes))));
    await bus.flush();
    for (let number = 0; number < 5_000; number++)
      bus.publish('order.x', encodeText(String(number)));
    await bus.flush();
    await drain(bus, await open());
    expect(seen).toEqual(Array.from({ length: 5_000 }, (_, number) => number));
  });

  it('binary payloads arrive unchanged, and nothing arrives after a subscription closes', async () => {
    const bus = await open();
    const all = Uint8Array.from({ length: 256 }, (_, value) => value);
    const seen: Uint8Array[] = [];
    const subscription = bus.subscribe('raw.bytes', (_subject, bytes) => seen.push(bytes.slice()));
    await bus.flush();
    bus.publish('raw.bytes', all);
    const other = await open();
    await drain(bus, other);
    subscription.close();
    await bus.flush();
    for (const one of [bus, other]) one.publish('raw.bytes', all);
    await drain(bus, other);
    expect(seen).toEqual([all]);
  });

  it('a subscriber can copy the bytes with slice, even if a Node Buffer was sent', async () => {
    const bus = await open();
    const kept: Uint8Array[] = [];
    bus.subscribe('raw.copy', (_subject, bytes) => kept.push(bytes.slice()));
    await bus.flush();
    const sent = Buffer.from([1, 2, 3]);
    bus.publish('raw.copy', sent);
    sent.fill(9);
    await drain(bus, await open());
    expect(kept).toEqual([Uint8Array.of(1, 2, 3)]);
  });

  it('other subscribers still receive a message when one throws', async () => {
    const bus = await open();
    const seen: string[] = [];
    bus.subscribe('a.b', () => {
      throw new Error('a bug');
    });
    bus.subscribe('a.b', () => seen.push('second'));
    await bus.flush();
    bus.publish('a.b', encodeText('x'));
    await drain(bus, await open());
    expect(seen).toEqual(['second']);
  });

  it('local subscribers receive a message once, before publish returns', async () => {
    const bus = await open();
    const seen: string[] = [];
    bus.subscribe('here.>', (subject) => seen.push(subject));
    await bus.flush();
    bus.publish('here.x', encodeText('x'));
    expect(seen).toEqual(['here.x']);
    await drain(bus, await open());
    expect(seen).toEqual(['here.x']);
  });

  it('the bus rejects subjects with wildcards or empty tokens', async () => {
    const bus = await open();
    for (const subject of ['frames.>', 'frames.*', 'a b', '', '.a', 'a.'])
      expect(() => bus.publish(subject, encodeText('x'))).toThrow(RangeError);
    expect(() => bus.subscribe('*.b', () => undefined)).toThrow(RangeError);
  });
}

describe('createInProcessBus', () => {
  const shared: { bus?: Bus } = {};
  beforeEach(() => {
    shared.bus = createInProcessBus(log);
  });
  afterEach(async () => {
    await shared.bus?.close();
  });
  behavesAsBus(async () => shared.bus ?? expect.fail('no bus'));
});

describe.skipIf(binary === undefined)(
  'connectNatsBus (skipped where nats-server is not installed)',
  () => {
    const broker: { server?: NatsServer } = {};
    const openBus = (url: string) =>
      connectNatsBus({
        url,
        log,
        now: () => new Date(),
        startTimeoutMs: 1_000,
        reconnectWaitMs: 50,
      });
    beforeAll(async () => {
      broker.server = await startNatsServer(binary ?? '');
    });
    afterAll(async () => {
      await broker.server?.stop();
    });

    const buses: Bus[] = [];
    afterEach(async () => {
      await Promise.all(buses.splice(0).map((bus) => bus.close()));
    });
    behavesAsBus(async () => {
      const bus = await openBus(broker.server?.url ?? '');
      buses.push(bus);
      return bus;
    });

    it('connects two instances', async () => {
      const [one, other] = await Promise.all([
        openBus(broker.server?.url ?? ''),
        openBus(broker.server?.url ?? ''),
      ]);
      const seen: string[] = [];
      other.subscribe('frames.A-1', (_subject, bytes) => seen.push(text(bytes)));
      await other.flush();
      one.publish('frames.A-1', encodeText('across'));
      await until(() => seen.length > 0);
      expect(seen).toEqual(['across']);
      await Promise.all([one.close(), other.close()]);
    });

    it('starts without a broker, reports why, counts drops, and connects later', async () => {
      const probe = await startNatsServer(binary ?? '');
      await probe.stop();
      const bus = await openBus(probe.url);
      expect(bus.state()).toMatchObject({
        kind: 'disconnected',
        reason: expect.stringMatching(/refused/i),
      });
      const seen: string[] = [];
      bus.subscribe('late.x', (_subject, bytes) => seen.push(text(bytes)));
      bus.publish('late.x', encodeText('lost'));
      expect(bus.droppedPublishes()).toBe(1);

      const server = await startNatsServer(binary ?? '', probe.port);
      await until(() => bus.state().kind === 'connected');
      await bus.flush();
      bus.publish('late.x', encodeText('found'));
      await until(() => seen.length > 1);
      expect(seen).toEqual(['lost', 'found']);
      await bus.close();
      await server.stop();
    });

    it('restores its subscriptions after the broker was killed and restarted', async () => {
      const first = await startNatsServer(binary ?? '');
      const bus = await openBus(first.url);
      const seen: string[] = [];
      bus.subscribe('again.>', (_subject, bytes) => seen.push(text(bytes)));
      await first.stop('SIGKILL');
      await until(() => bus.state().kind === 'disconnected');
      const second = await startNatsServer(binary ?? '', first.port);
      await until(() => bus.state().kind === 'connected');
      await bus.flush();
      bus.publish('again.x', encodeText('back'));
      await until(() => seen.length > 0);
      expect(seen).toEqual(['back']);
      await bus.close();
      await second.stop();
    });
  },
);
