import { MessageChannel } from 'node:worker_threads';
import type { Problem, SubscriptionTarget, WireChange } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TargetChanges } from '../documents/document-transport.ts';
import { createLiveConnection, type LiveConnection } from './live-connection.ts';
import {
  linkOverPort,
  serveLinkPort,
  type LinkPort,
  type PortReply,
  type PortRequest,
} from './link-port.ts';
import { keptLog } from '../testing/kept-log.ts';
import { aWatchListener } from '../testing/idle-connection.ts';
import { LiveServer } from '../testing/live-server.ts';
import { ManualClock } from '../testing/manual-clock.ts';

const target: SubscriptionTarget = { kind: 'document', path: 'room/a' };
const added = (path: string, version: string): WireChange => ({
  kind: 'modified',
  document: { path, data: {}, createdAt: '', updatedAt: '', version },
});

describe('the live client over a port, with the page on one side and the worker on the other', () => {
  let server: LiveServer;
  let worker: LiveConnection;
  let page: LiveConnection;
  let clock: ManualClock;
  let channel: MessageChannel;
  let stop: () => void;
  const until = (check: () => unknown) => expect.poll(() => check()).toBeTruthy();
  const received = (type: string) => server.heard.filter((message) => message.type === type);

  beforeEach(async () => {
    server = await LiveServer.open();
    clock = new ManualClock();
    const { url } = server;
    worker = createLiveConnection({
      openSocket: () => new WebSocket(url),
      clock,
      log: keptLog(),
      changesIntervalMs: 100,
    });
    channel = new MessageChannel();
    // Node's MessagePort has the browser's methods under different types.
    stop = serveLinkPort(channel.port1 as unknown as LinkPort<PortReply, PortRequest>, worker);
    page = linkOverPort(channel.port2 as unknown as LinkPort<PortRequest, PortReply>, clock);
    channel.port1.start();
    channel.port2.start();
    await until(() => page.state().kind === 'live');
  });

  afterEach(async () => {
    stop();
    worker.close();
    channel.port1.close();
    await server.close();
  });

  it("the page receives the state and the server's clock", async () => {
    expect(page.clockOffsetMs()).toBe(2000);
    const states: string[] = [];
    page.onState((state) => states.push(state.kind));
    clock.advance(9100);
    await until(() => states.length === 2);
    expect(states).toEqual(['stale', 'lost']);
    page.wake();
    await until(() => page.state().kind === 'live');
  });

  it("the first change arrives immediately and then each document's latest state ten times a second", async () => {
    const events: TargetChanges[] = [];
    page.subscribe(target, { onChanges: (event) => events.push(event), onFail: () => undefined });
    await until(() => received('subscribe').length === 1);
    const send = (token: string, ...changes: WireChange[]) =>
      server.send({ type: 'changes', id: 1, token, changes, reset: token === '0', current: true });
    send('0', added('room/a', '1'));
    await until(() => events.length === 1);
    for (let version = 2; version <= 100; version += 1)
      send(
        String(version),
        added('room/a', String(version)),
        added(`room/${version % 3}`, String(version)),
      );
    const settled = vi.fn();
    worker.subscribe(target, { onChanges: settled, onFail: () => undefined });
    await until(() => received('subscribe').length === 2);
    server.send({ type: 'changes', id: 2, token: 'x', changes: [], reset: true, current: true });
    await until(() => settled.mock.calls.length === 1);
    expect(events).toHaveLength(1);
    clock.advance(100);
    await until(() => events.length === 2);
    const versions = events[1]?.changes.map((change) =>
      change.kind === 'removed'
        ? change.path
        : `${change.document.path}@${change.document.version}`,
    );
    expect(versions).toEqual(['room/2@98', 'room/0@99', 'room/a@100', 'room/1@100']);
  });

  it('subscriptions end, and failures are reported', async () => {
    const problems: Problem[] = [];
    const end = page.subscribe(target, { onChanges: () => undefined, onFail: () => undefined });
    page.subscribe(target, {
      onChanges: () => undefined,
      onFail: (problem) => problems.push(problem),
    });
    await until(() => received('subscribe').length === 2);
    server.send({ type: 'failed', id: 2, problem: { code: 'access-refused' } });
    await until(() => problems.length === 1);
    end();
    await until(() => received('unsubscribe').length === 1);
  });

  it('the page receives frames, dropped counts and refusals of a watch', async () => {
    const got: unknown[] = [];
    const end = page.watch(
      'S',
      {},
      aWatchListener({
        onStreams: (streams) => got.push(streams.length),
        onFrames: (bytes) => got.push([...bytes]),
        onFail: (problem) => got.push(problem.code),
        onDropped: (frames) => got.push({ frames }),
      }),
    );
    await until(() => received('watch').length === 1);
    server.send({
      type: 'watching',
      id: 1,
      slot: 2,
      serial: 'S',
      streams: [],
      clockOffsetSeconds: null,
    });
    server.sendBytes(Uint8Array.of(2, 0, 0, 0, 5, 6));
    server.send({ type: 'dropped', slot: 2, frames: 3 });
    server.send({ type: 'failed', id: 1, problem: { code: 'device-gone' } });
    await until(() => got.length === 4);
    expect(got).toEqual([0, [5, 6], { frames: 3 }, 'device-gone']);
    expect(page.framesDropped()).toBe(3);
    end();
  });

  it('all requests of the page end when it closes', async () => {
    page.subscribe(target, { onChanges: () => undefined, onFail: () => undefined });
    page.watch('S', {}, aWatchListener());
    await until(() => received('watch').length === 1);
    page.close();
    await until(() => received('unwatch').length === 1 && received('unsubscribe').length === 1);
    expect(worker.state().kind).toBe('live');
  });
});
