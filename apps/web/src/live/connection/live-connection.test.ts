import {
  query,
  type Problem,
  type Query,
  type ServerMessage,
  type SubscriptionTarget,
} from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TargetChanges } from '../documents/document-transport.ts';
import { createLiveConnection, type LiveConnection } from './live-connection.ts';
import type { ConnectionState } from './connection-state.ts';
import { keptLog } from '../testing/kept-log.ts';
import { aWatchListener } from '../testing/idle-connection.ts';
import { LiveServer } from '../testing/live-server.ts';
import { ManualClock } from '../testing/manual-clock.ts';

const rooms: Query = query.parse({ collection: 'room' });
const target: SubscriptionTarget = { kind: 'query', query: rooms };
const beat: ServerMessage = {
  type: 'beat',
  serverTime: new Date(Date.UTC(2026, 10, 21)).toISOString(),
};
const changes = (
  id: number,
  token: string,
  more: { readonly reset?: boolean; readonly current?: boolean } = {},
): ServerMessage => ({
  type: 'changes',
  id,
  token,
  changes: [],
  reset: false,
  current: true,
  ...more,
});
const watching = (id: number, slot: number): ServerMessage => ({
  type: 'watching',
  id,
  slot,
  serial: 'S1',
  streams: [],
  clockOffsetSeconds: 0.5,
});
const frames = (slot: number, ...bytes: number[]): Uint8Array =>
  Uint8Array.of(slot, 0, 0, 0, ...bytes);

describe('the live client, over a real socket', () => {
  let server: LiveServer;
  let link: LiveConnection;
  let clock: ManualClock;
  let log: ReturnType<typeof keptLog>;
  let states: ConnectionState['kind'][];
  const until = (check: () => unknown) => expect.poll(() => check()).toBeTruthy();
  const heard = (type: string) => server.heard.filter((message) => message.type === type);

  beforeEach(async () => {
    server = await LiveServer.open();
    clock = new ManualClock();
    log = keptLog();
    states = [];
    const { url } = server;
    link = createLiveConnection({ openSocket: () => new WebSocket(url), clock, log });
    link.onState((state) => states.push(state.kind));
  });

  afterEach(async () => {
    link.close();
    await server.close();
  });

  it("the client is live once it is welcomed, and knows the server's clock", async () => {
    expect(link.state().kind).toBe('stale');
    await until(() => link.state().kind === 'live');
    expect(heard('hello')).toEqual([{ type: 'hello', version: server.version }]);
    expect(link.clockOffsetMs()).toBe(2000);
  });

  it('the client becomes stale after one missed heartbeat, lost within 10 s, and live again on the next message', async () => {
    await until(() => link.state().kind === 'live');
    clock.advance(4900);
    expect(link.state().kind).toBe('live');
    clock.advance(200);
    expect(link.state()).toEqual({ kind: 'stale', since: new Date(Date.UTC(2026, 10, 21)) });
    server.send(beat);
    await until(() => link.state().kind === 'live');
    clock.advance(10_000);
    expect(states).toEqual(['live', 'stale', 'live', 'stale', 'lost']);
    clock.advance(400);
    await until(() => link.state().kind === 'live');
    expect(server.connections).toBe(2);
  });

  it('the client stays live as long as heartbeats arrive', async () => {
    await until(() => link.state().kind === 'live');
    for (let second = 0; second < 60; second += 4) {
      let last = 0;
      server.send({ type: 'beat', serverTime: new Date(clock.now() + second).toISOString() });
      await until(() => (last = link.clockOffsetMs()) === second);
      expect(last).toBe(second);
      clock.advance(4000);
    }
    expect(states).toEqual(['live']);
  });

  it('a reconnect subscribes again, from the last token with a complete state', async () => {
    const received: TargetChanges[] = [];
    link.subscribe(target, { onChanges: (event) => received.push(event), onFail: () => undefined });
    await until(() => heard('subscribe').length === 1);
    server.send(changes(1, 't1', { reset: true }));
    server.send(changes(1, 't2', { current: false }));
    server.send(beat);
    await until(() => link.clockOffsetMs() === 0);
    server.cut();
    await until(() => link.state().kind === 'stale');
    clock.advance(8000);
    await until(() => heard('subscribe').length === 2);
    expect(heard('subscribe')).toEqual([
      { type: 'subscribe', id: 1, target },
      { type: 'subscribe', id: 1, target, resume: 't1' },
    ]);
    server.send(changes(1, 't3'));
    await until(() => received.length === 2);
    expect(received[1]).toEqual({ changes: [], reset: false });
  });

  it('the answer to a request without a token is the complete state', async () => {
    const received: TargetChanges[] = [];
    link.subscribe(target, { onChanges: (event) => received.push(event), onFail: () => undefined });
    await until(() => heard('subscribe').length === 1);
    server.send(changes(1, 't1', { current: false }));
    server.send(beat);
    await until(() => link.clockOffsetMs() === 0);
    server.cut();
    await until(() => link.state().kind === 'stale');
    clock.advance(8000);
    await until(() => heard('subscribe').length === 2);
    expect(heard('subscribe')[1]).not.toHaveProperty('resume');
    server.send(changes(1, 't1'));
    await until(() => received.length === 1);
    expect(received.map((event) => event.reset)).toEqual([true]);
  });

  it('a failed subscription ends, and an ended one receives nothing', async () => {
    const problems: Problem[] = [];
    let count = 0;
    link.subscribe(target, {
      onChanges: () => (count += 1),
      onFail: (problem) => problems.push(problem),
    });
    const end = link.subscribe(target, { onChanges: () => (count += 1), onFail: () => undefined });
    await until(() => heard('subscribe').length === 2);
    server.send({ type: 'failed', id: 1, problem: { code: 'access-refused' } });
    await until(() => problems.length === 1);
    end();
    await until(() => heard('unsubscribe').length === 1);
    server.send(changes(1, 't'));
    server.send(changes(2, 't'));
    server.cut();
    await until(() => link.state().kind === 'stale');
    clock.advance(8000);
    await until(() => link.state().kind === 'live');
    expect([problems, count, heard('subscribe').length]).toEqual([
      [{ code: 'access-refused' }],
      0,
      2,
    ]);
  });

  it('a temporary refusal is retried after its delay without a report', async () => {
    const calls: string[] = [];
    const end = link.subscribe(target, {
      onChanges: ({ reset }) => calls.push(reset ? 'all' : 'more'),
      onFail: ({ code }) => calls.push(code),
    });
    link.watch(
      'S1',
      {},
      aWatchListener({
        onStreams: () => calls.push('streams'),
        onFail: ({ code }) => calls.push(code),
      }),
    );
    await until(() => heard('subscribe').length === 1 && heard('watch').length === 1);
    server.send(changes(1, 't1'));
    await until(() => calls.length === 1);
    clock.chance = 0.5;
    server.send({
      type: 'failed',
      id: 1,
      problem: { code: 'database-unavailable', retryAfterSeconds: 2 },
    });
    server.send({ type: 'failed', id: 2, problem: { code: 'limit-rate', retryAfterSeconds: 1 } });
    server.send(beat);
    await until(() => link.clockOffsetMs() === 0);
    clock.advance(1499);
    expect(heard('watch')).toHaveLength(1);
    clock.advance(1);
    await until(() => heard('watch').length === 2);
    expect(heard('subscribe')).toHaveLength(1);
    clock.advance(1500);
    await until(() => heard('subscribe').length === 2);
    expect(heard('subscribe')[1]).toMatchObject({ id: 1, resume: 't1' });
    server.send(changes(1, 't2'));
    await until(() => calls.length === 2);
    expect(calls).toEqual(['all', 'more']);
    // An ended subscription is not retried.
    server.send({
      type: 'failed',
      id: 1,
      problem: { code: 'database-unavailable', retryAfterSeconds: 2 },
    });
    server.send(watching(2, 0));
    await until(() => calls.length === 3);
    end();
    clock.advance(4000);
    await until(() => heard('unsubscribe').length === 1);
    expect(heard('subscribe')).toHaveLength(2);
  });

  it('a reconnect cancels a pending retry and sends each request once', async () => {
    link.subscribe(target, { onChanges: () => undefined, onFail: () => undefined });
    await until(() => heard('subscribe').length === 1);
    server.send({
      type: 'failed',
      id: 1,
      problem: { code: 'database-unavailable', retryAfterSeconds: 60 },
    });
    server.send(beat);
    await until(() => link.clockOffsetMs() === 0);
    server.cut();
    await until(() => link.state().kind === 'stale');
    clock.advance(8000);
    await until(() => heard('subscribe').length === 2);
    server.send(beat);
    await until(() => link.state().kind === 'live');
    for (let round = 0; round < 20; round++) {
      clock.advance(4000);
      server.send({ type: 'beat', serverTime: new Date(clock.now() + round).toISOString() });
      await until(() => link.clockOffsetMs() === round);
    }
    expect(heard('subscribe')).toHaveLength(2);
  });

  it('frames of a watched device arrive without their header', async () => {
    const got: number[][] = [];
    const streams: (number | null)[] = [];
    const dropped: number[] = [];
    link.watch(
      'S1',
      { streamIds: [3], historySeconds: 10 },
      aWatchListener({
        onStreams: (_, offset) => streams.push(offset),
        onFrames: (bytes) => got.push([...bytes]),
        onDropped: (count) => dropped.push(count),
      }),
    );
    await until(() => heard('watch').length === 1);
    expect(heard('watch')[0]).toEqual({
      type: 'watch',
      id: 1,
      serial: 'S1',
      streamIds: [3],
      historySeconds: 10,
    });
    server.send(watching(1, 7));
    server.sendBytes(frames(7, 1, 2, 3));
    server.sendBytes(frames(8, 9));
    server.sendBytes(Uint8Array.of(7));
    server.send({ type: 'dropped', slot: 7, frames: 5 });
    await until(() => dropped.length === 1);
    expect({ got, streams, dropped, total: link.framesDropped() }).toEqual({
      got: [[1, 2, 3]],
      streams: [0.5],
      dropped: [5],
      total: 5,
    });
  });

  it('a reconnect watches again, for the time that was missed, under a new slot', async () => {
    const got: number[][] = [];
    const end = link.watch('S1', {}, aWatchListener({ onFrames: (bytes) => got.push([...bytes]) }));
    await until(() => heard('watch').length === 1);
    server.send(watching(1, 0));
    server.sendBytes(frames(0, 1));
    await until(() => got.length === 1);
    server.cut();
    await until(() => link.state().kind === 'stale');
    clock.chance = 1;
    clock.advance(8000);
    await until(() => heard('watch').length === 2);
    expect(heard('watch')[1]).toMatchObject({ historySeconds: 9 });
    server.sendBytes(frames(0, 8));
    server.send(watching(1, 4));
    server.sendBytes(frames(4, 2));
    await until(() => got.length === 2);
    expect(got).toEqual([[1], [2]]);
    end();
    await until(() => heard('unwatch').length === 1);
  });

  it('a failed watch is reported', async () => {
    const problems: Problem[] = [];
    link.watch('S1', {}, aWatchListener({ onFail: (problem) => problems.push(problem) }));
    await until(() => heard('watch').length === 1);
    server.send({ type: 'failed', id: 1, problem: { code: 'device-not-found' } });
    await until(() => problems.length === 1);
  });

  it('the delay grows with every failed attempt, and waking skips it', async () => {
    await until(() => link.state().kind === 'live');
    const { port } = server;
    await server.close();
    await until(() => link.state().kind === 'stale');
    clock.advance(10_000);
    expect(link.state().kind).toBe('lost');
    server = await LiveServer.open(port);
    link.wake();
    link.wake();
    await vi.waitFor(
      () => {
        clock.advance(1000);
        expect(link.state().kind).toBe('live');
      },
      { timeout: 120_000, interval: 20 },
    );
    expect(server.connections).toBe(1);
  });

  it('the timeout grows with each attempt without a welcome, until one succeeds', async () => {
    link.close();
    const openedMs: number[] = [];
    const { url } = server;
    link = createLiveConnection({
      openSocket: () => {
        openedMs.push(clock.now());
        return new WebSocket(url);
      },
      clock,
      log,
    });
    // None of these sockets connects: the manual clock advances, but no message arrives.
    clock.advance(111_000);
    expect(openedMs.slice(1).map((each, index) => each - (openedMs[index] ?? 0))).toEqual([
      10_200, 20_200, 40_200, 40_200,
    ]);
    await until(() => link.state().kind === 'live');
    server.cut();
    await until(() => link.state().kind === 'stale');
    clock.advance(200);
    clock.advance(10_200);
    expect(openedMs.slice(-2).map((atMs) => atMs - (openedMs.at(-2) ?? 0))).toEqual([0, 10_200]);
    await until(() => link.state().kind === 'live');
  });

  it('another contract or an ended session stops the client for good', async () => {
    await until(() => link.state().kind === 'live');
    server.cut(4401, 'session-ended');
    await until(() => link.state().kind === 'refused');
    expect(link.state()).toEqual({ kind: 'refused', code: 'session-ended' });
    clock.advance(120_000);
    link.wake();
    expect([server.connections, log.lines.map((line) => line.message)]).toEqual([
      1,
      ['live: refused by the server'],
    ]);
  });

  it('a failed attempt asks for the reason, and stops if the session has ended', async () => {
    link.close();
    const answers: (string | null)[] = [null, 'session-ended'];
    const asked: (string | null)[] = [];
    const refusedBecause = async (): Promise<string | null> => {
      const answer = answers[asked.length] ?? null;
      asked.push(answer);
      return answer;
    };
    const { port } = server;
    await server.close();
    link = createLiveConnection({
      openSocket: () => new WebSocket(`ws://127.0.0.1:${port}/live`),
      clock,
      log,
      refusedBecause,
    });
    await until(() => asked.length === 1);
    expect(link.state().kind).toBe('stale');
    await vi.waitFor(
      () => {
        clock.advance(500);
        expect(link.state()).toEqual({ kind: 'refused', code: 'session-ended' });
      },
      { timeout: 120_000, interval: 20 },
    );
    clock.advance(60_000);
    expect(asked).toHaveLength(2);
    server = await LiveServer.open();
  });

  it('the client continues if the session ended under its old token and has a new one', async () => {
    link.close();
    const answers: (string | null)[] = [null, 'session-ended'];
    link = createLiveConnection({
      openSocket: () => new WebSocket(`ws://127.0.0.1:${server.port}/live`),
      clock,
      log,
      refusedBecause: async () => answers.shift() ?? null,
    });
    await until(() => link.state().kind === 'live');
    server.cut(4401, 'session-ended');
    await until(() => link.state().kind === 'stale' && answers.length === 1);
    await vi.waitFor(
      () => {
        clock.advance(1000);
        expect(link.state().kind).toBe('live');
      },
      { timeout: 120_000, interval: 20 },
    );
    server.cut(4401, 'session-ended');
    await until(() => link.state().kind === 'refused');
    expect(link.state()).toEqual({ kind: 'refused', code: 'session-ended' });
  });

  it('a server with another contract is rejected', async () => {
    server.version = 99;
    server.cut();
    await vi.waitFor(
      () => {
        clock.advance(1000);
        expect(link.state()).toEqual({ kind: 'refused', code: 'contract-version' });
      },
      { timeout: 120_000, interval: 20 },
    );
  });

  it.each([
    [4403, 'rights-changed'],
    [1013, 'database-unavailable'],
  ])('the client returns within 1.2 s of %i %s', async (code, reason) => {
    await until(() => link.state().kind === 'live');
    server.cut(code, reason);
    await until(() => link.state().kind === 'stale');
    clock.advance(1200);
    await until(() => link.state().kind === 'live');
  });

  it('a message outside the contract is ignored and logged', async () => {
    await until(() => link.state().kind === 'live');
    for (const socket of server.sockets) socket.send('{"type":"surprise"}');
    for (const socket of server.sockets) socket.send('not json');
    await until(() => log.lines.length === 2);
    expect(link.state().kind).toBe('live');
  });
});
