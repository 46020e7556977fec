import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { natsServerBinary, startNatsServer, type NatsServer } from '../../testing/nats-server.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { connectNatsBus, type NatsBus, type NatsBusOptions } from './nats-bus.ts';

const binary = natsServerBinary();
const opened: { buses: NatsBus[]; servers: NatsServer[]; proxies: TcpProxy[] } = {
  buses: [],
  servers: [],
  proxies: [],
};

afterEach(async () => {
  for (const proxy of opened.proxies.splice(0)) await proxy.close();
  for (const bus of opened.buses.splice(0)) await bus.close();
  for (const server of opened.servers.splice(0)) await server.stop();
});

async function broker(port?: number): Promise<NatsServer> {
  const server = await startNatsServer(binary ?? '', port);
  opened.servers.push(server);
  return server;
}

async function open(url: string, more: Partial<NatsBusOptions> = {}): Promise<NatsBus> {
  const bus = await connectNatsBus({
    url,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    startTimeoutMs: 1_000,
    reconnectWaitMs: 30,
    ...more,
  });
  opened.buses.push(bus);
  return bus;
}

const settled = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true);
const KILOBYTE = new Uint8Array(1_024).fill(7);

describe.skipIf(binary === undefined)(
  'connectNatsBus during outages (skipped where nats-server is not installed)',
  () => {
    it('counts publishes dropped beyond its limit, and delivers the others in order', async () => {
      const { url } = await broker();
      const [one, other] = [await open(url, { maxPendingBytes: 100 * 1_025 }), await open(url)];
      const seen: number[] = [];
      other.subscribe('flood.x', (_subject, bytes) =>
        seen.push(new DataView(bytes.slice().buffer).getUint32(0)),
      );
      await other.flush();
      for (let number = 0; number < 500; number++) {
        const bytes = new Uint8Array(1_024);
        new DataView(bytes.buffer).setUint32(0, number);
        one.publish('flood.x', bytes);
      }
      expect(one.droppedPublishes()).toBe(400);
      await settled(() => seen.length === 100);
      await one.flush();
      expect(seen).toEqual(Array.from({ length: 100 }, (_, number) => number));
      // The sent bytes no longer count.
      one.publish('flood.x', KILOBYTE);
      await settled(() => seen.length === 101);
      expect(one.droppedPublishes()).toBe(400);
    });

    it('regains its full send window after the broker was killed under load', async () => {
      const first = await broker();
      const [bus, other] = [
        await open(first.url, { maxPendingBytes: 50 * 1_025 }),
        await open(first.url),
      ];
      const seen = { count: 0 };
      other.subscribe('load.>', () => {
        seen.count += 1;
      });
      await other.flush();
      const publishing = setInterval(() => {
        for (let number = 0; number < 20; number++) bus.publish('load.x', KILOBYTE);
      }, 1);
      await settled(() => seen.count > 200);
      await first.stop('SIGKILL');
      await settled(() => bus.state().kind === 'disconnected');
      const droppedAway = bus.droppedPublishes();
      await settled(() => bus.droppedPublishes() > droppedAway + 100);
      clearInterval(publishing);
      await broker(first.port);
      await settled(() => bus.state().kind === 'connected' && other.state().kind === 'connected');
      await Promise.all([bus.flush(), other.flush()]);
      const before = { dropped: bus.droppedPublishes(), seen: seen.count };
      for (let round = 1; round <= 10; round++) {
        for (let number = 0; number < 40; number++) bus.publish('load.x', KILOBYTE);
        await bus.flush();
        await settled(() => seen.count === before.seen + 40 * round);
      }
      expect(bus.droppedPublishes()).toBe(before.dropped);
    });

    it('every publish during a cut arrives, counts as dropped, or was in flight', async () => {
      const server = await broker();
      const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
      opened.proxies.push(proxy);
      const [sender, receiver] = [
        await open(`nats://127.0.0.1:${proxy.port}`),
        await open(server.url),
      ];
      const seen = new Set<string>();
      receiver.subscribe('cut.x', (_subject, bytes) => seen.add(new TextDecoder().decode(bytes)));
      await receiver.flush();
      const published: string[] = [];
      const publishWord = (word: string): void => {
        published.push(word);
        sender.publish('cut.x', new TextEncoder().encode(word));
      };
      for (let round = 0; round < 3; round++) {
        for (let number = 0; number < 50; number++) publishWord(`up ${round} ${number}`);
        await sender.flush();
        proxy.set('cut');
        await settled(() => sender.state().kind === 'disconnected');
        for (let number = 0; number < 50; number++) publishWord(`down ${round} ${number}`);
        proxy.set('open');
        await settled(() => sender.state().kind === 'connected');
      }
      await sender.flush();
      await settled(() => seen.size === 150);
      expect([...seen].every((word) => word.startsWith('up'))).toBe(true);
      expect(sender.droppedPublishes()).toBe(150);
      expect(published).toHaveLength(300);
    });

    it('detects a dead link, reports since when, and reconnects', async () => {
      const server = await broker();
      const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
      opened.proxies.push(proxy);
      const [bus, other] = [
        await open(`nats://127.0.0.1:${proxy.port}`, {
          maxPendingBytes: 20 * 1_025,
          pingIntervalMs: 200,
        }),
        await open(server.url),
      ];
      const [seen, here] = [{ count: 0 }, { count: 0 }];
      other.subscribe('hole.x', () => {
        seen.count += 1;
      });
      bus.subscribe('hole.x', () => {
        here.count += 1;
      });
      await Promise.all([bus.flush(), other.flush()]);
      proxy.set('hole');
      for (let number = 0; number < 60; number++) bus.publish('hole.x', KILOBYTE);
      // Local subscribers are not affected.
      expect(here.count).toBe(60);
      await settled(() => bus.state().kind === 'disconnected');
      proxy.set('open');
      await settled(() => bus.state().kind === 'connected');
      await bus.flush();
      const dropped = bus.droppedPublishes();
      for (let round = 1; round <= 3; round++) {
        for (let number = 0; number < 15; number++) bus.publish('hole.x', KILOBYTE);
        await bus.flush();
        await settled(() => seen.count === 15 * round);
      }
      expect([dropped, bus.droppedPublishes()]).toEqual([40, 40]);
    });

    it('logs and counts a message that exceeds the limit of the broker, and continues', async () => {
      const { url } = await broker();
      const lines: string[] = [];
      const [bus, other] = [
        await open(url, {
          log: pino(
            { level: 'error' },
            {
              write: (line: string) => {
                lines.push(line);
              },
            },
          ),
        }),
        await open(url),
      ];
      const [here, there]: [number[], number[]] = [[], []];
      bus.subscribe('frames.>', (_subject, bytes) => here.push(bytes.length));
      other.subscribe('frames.>', (_subject, bytes) => there.push(bytes.length));
      await Promise.all([bus.flush(), other.flush()]);
      const maxBytes = 1_048_576;
      for (const length of [maxBytes + 1, maxBytes, maxBytes + 2, 5])
        bus.publish('frames.A-1', new Uint8Array(length));
      await settled(() => there.length === 2);
      expect([here, there]).toEqual([
        [maxBytes + 1, maxBytes, maxBytes + 2, 5],
        [maxBytes, 5],
      ]);
      expect(bus.droppedPublishes()).toBe(2);
      expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
        { code: 'bus-message-too-long', kind: 'frames', bytes: maxBytes + 1, maxBytes },
      ]);
    });

    it('closes promptly even when the broker does not respond', async () => {
      const server = await broker();
      const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
      opened.proxies.push(proxy);
      const [first, second] = [
        await open(`nats://127.0.0.1:${proxy.port}`),
        await open(`nats://127.0.0.1:${proxy.port}`),
      ];
      proxy.set('hole');
      first.publish('close.x', KILOBYTE);
      const closing = first.close();
      const flushing = second.flush();
      await closing;
      proxy.set('cut');
      await flushing;
      await second.close();
      opened.buses.length = 0;
    });

    it('never reveals the password of the broker', async () => {
      const lines: string[] = [];
      const log = pino(
        { level: 'debug' },
        {
          write: (line: string) => {
            lines.push(line);
          },
        },
      );
      const port = await freePort();
      const bus = await open(
        `nats://me:hidden-word@127.0.0.1:${port},nats://me:hidden-word@127.0.0.1:${port}`,
        { log, startTimeoutMs: 300 },
      );
      expect(bus.state().kind).toBe('disconnected');
      expect(lines.join('')).toContain(`127.0.0.1:${port}`);
      expect(lines.join('') + JSON.stringify(bus.state())).not.toContain('hidden-word');
    });

    it('logs an outage once, regardless of the number of retries', async () => {
      const lines: string[] = [];
      const log = pino(
        { level: 'warn' },
        {
          write: (line: string) => {
            lines.push(line);
          },
        },
      );
      const tries = { count: 0 };
      const bus = await open(`nats://127.0.0.1:${await freePort()}`, {
        log,
        reconnectWaitMs: 5,
        now: () => new Date(1_000 + tries.count++),
      });
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
      expect(lines).toHaveLength(1);
      expect(bus.state()).toMatchObject({ kind: 'disconnected', since: new Date(1_000) });
    });
  },
);
