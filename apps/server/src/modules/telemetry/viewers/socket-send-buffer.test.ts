import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import type { ServerMessage } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { LIVE_LIMITS } from '../live.ts';
import { createFrameBatch } from './frame-batch.ts';
import {
  createSocketSendBuffer,
  createWriteCoalescer,
  type LiveSocket,
  type SendLimits,
  type WriteCoalescer,
} from './socket-send-buffer.ts';

const LIMITS: SendLimits = { ...LIVE_LIMITS.viewer.send, highWaterBytes: 1_000 };
const COALESCE_MS = 5;
const createBatch = (length: number, mark: number) =>
  createFrameBatch(new Uint8Array(length).fill(mark));

let coalescer: WriteCoalescer;
beforeEach(() => {
  vi.useFakeTimers();
  coalescer = createWriteCoalescer(COALESCE_MS);
});
afterEach(() => {
  coalescer.close();
  vi.useRealTimers();
});

const openBuffer = (connection: LiveSocket, limits: Partial<SendLimits> = {}) =>
  createSocketSendBuffer(connection, {
    coalescer,
    nowMs: Date.now,
    limits: { ...LIMITS, ...limits },
  });

/** A live socket on a connection that records writes; while stalled, it takes none of them. */
function aConnection() {
  const chunks: Buffer[] = [];
  const state = { isStalled: false };
  let taken: (() => void) | undefined;
  const raw = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      if (state.isStalled) taken = done;
      else done();
    },
  });
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.headers = {
    upgrade: 'websocket',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'sec-websocket-version': '13',
  };
  const accepted: WebSocket[] = [];
  new WebSocketServer({ noServer: true }).handleUpgrade(request, raw, Buffer.alloc(0), (socket) =>
    accepted.push(socket),
  );
  const [socket] = accepted;
  if (socket === undefined) throw new Error('the WebSocket was not accepted');
  chunks.length = 0;
  return {
    socket,
    raw,
    chunks,
    stall: (): void => void (state.isStalled = true),
    resume(): void {
      state.isStalled = false;
      const done = taken;
      taken = undefined;
      done?.();
    },
    /** Stalls with more unsent bytes than the high-water mark; the bytes are no message. */
    lag(): void {
      state.isStalled = true;
      raw.write(Buffer.alloc(5_000));
    },
    received: () => parseMessages(Buffer.concat(chunks)),
  };
}

const BINARY = 0x82;
const TEXT = 0x81;

/** Frames as `slot:mark`, messages as JSON; skips bytes of other kinds. */
function parseMessages(bytes: Buffer): string[] {
  const messages: string[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const kind = bytes[offset];
    if (kind !== BINARY && kind !== TEXT) {
      offset += 1;
      continue;
    }
    const isLong = bytes[offset + 1] === 126;
    const length = isLong ? bytes.readUInt16BE(offset + 2) : (bytes[offset + 1] ?? 0);
    const begin = offset + (isLong ? 4 : 2);
    const payload = bytes.subarray(begin, begin + length);
    messages.push(
      kind === TEXT ? payload.toString('utf8') : `${payload.readUInt32LE(0)}:${payload[4]}`,
    );
    offset = begin + length;
  }
  return messages;
}

const dropped = (slot: number, frames: number): string =>
  JSON.stringify({ type: 'dropped', slot, frames } satisfies ServerMessage);
const beat: ServerMessage = { type: 'beat', serverTime: '2026-11-28T00:00:00.000Z' };

describe('createSocketSendBuffer for a socket that keeps up', () => {
  it('sends messages of every length that a browser can parse', async () => {
    vi.useRealTimers();
    const http = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    const lengths = [0, 1, 121, 122, 65_531, 65_532, 200_000, 5];
    http.on('upgrade', (request, raw, head) =>
      sockets.handleUpgrade(request, raw, head, (socket) => {
        const buffer = openBuffer({ socket, raw }, { highWaterBytes: 1_000_000 });
        lengths.forEach((length, index) =>
          buffer.openSlot(70_000 + index)(createBatch(length, index + 1)),
        );
        buffer.send(beat);
      }),
    );
    await once(http.listen(0, '127.0.0.1'), 'listening');
    // A TCP server's address is an object once it listens.
    const browser = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
    const received: { slot: number; length: number; marks: number[] }[] = [];
    await new Promise<void>((resolve) => {
      browser.on('message', (data: Buffer, isBinary) => {
        if (!isBinary) resolve();
        else
          received.push({
            slot: data.readUInt32LE(0),
            length: data.length - 4,
            marks: [...new Set(data.subarray(4))],
          });
      });
    });
    expect(received).toEqual(
      lengths.map((length, index) => ({
        slot: 70_000 + index,
        length,
        marks: length === 0 ? [] : [index + 1],
      })),
    );
    browser.terminate();
    http.close();
  });

  it('coalesces the frames of each socket into one write', () => {
    const [one, other] = [aConnection(), aConnection()];
    const [oneBuffer, otherBuffer] = [openBuffer(one), openBuffer(other)];
    for (let slot = 0; slot < 10; slot++) oneBuffer.openSlot(slot)(createBatch(1_000, slot));
    otherBuffer.openSlot(3)(createBatch(100, 9));
    expect([one.chunks, other.chunks]).toEqual([[], []]);
    vi.advanceTimersByTime(COALESCE_MS);
    expect([one.chunks, other.chunks].map((chunks) => chunks.map(({ length }) => length))).toEqual([
      [10 * (4 + 4 + 1_000)],
      [2 + 4 + 100],
    ]);
    oneBuffer.openSlot(0)(createBatch(1, 1));
    vi.advanceTimersByTime(COALESCE_MS);
    expect(one.chunks.length).toBe(2);
  });

  it('gathers at most its maximum', () => {
    const connection = aConnection();
    const sendFrames = openBuffer(connection).openSlot(0);
    let sentBytes = 0;
    for (let index = 0; index < 1_000; index++) {
      const batch = createBatch((index * 997) % 3_000, 1);
      sendFrames(batch);
      sentBytes += batch.messageFor(0).length;
      const writtenBytes = connection.chunks.reduce((sum, { length }) => sum + length, 0);
      expect(sentBytes - writtenBytes).toBeLessThan(LIMITS.maxGatheredBytes);
    }
    expect(connection.chunks.length).toBeGreaterThan(10);
  });

  it('sends a message after the frames that were gathered before it', () => {
    const connection = aConnection();
    const buffer = openBuffer(connection);
    buffer.openSlot(1)(createBatch(10, 1));
    buffer.send(beat);
    buffer.openSlot(1)(createBatch(10, 2));
    vi.advanceTimersByTime(COALESCE_MS);
    expect(connection.received()).toEqual(['1:1', JSON.stringify(beat), '1:2']);
  });

  it('reuses a buffer once its bytes are taken', () => {
    const connection = aConnection();
    const buffer = openBuffer(connection);
    for (let index = 0; index < 100; index++) {
      for (const slot of [0, 1, 2]) buffer.openSlot(slot)(createBatch(500, index));
      vi.advanceTimersByTime(COALESCE_MS);
    }
    expect(connection.chunks.length).toBe(100);
    expect(new Set(connection.chunks.map((chunk) => chunk.buffer)).size).toBe(1);
  });

  it('does not reuse bytes that the connection has not taken yet', () => {
    const slow = aConnection();
    slow.stall();
    for (let mark = 1; mark < 40; mark++) {
      const sendFrames = openBuffer(mark === 1 ? slow : aConnection()).openSlot(1);
      sendFrames(createBatch(50, mark));
      sendFrames(createBatch(50, mark));
      vi.advanceTimersByTime(COALESCE_MS);
    }
    expect(slow.chunks[0]?.length).toBe(2 * 56);
    expect([...new Set(slow.chunks[0]?.subarray(6, 56))]).toEqual([1]);
  });

  it('does not write to a closing connection', () => {
    const connection = aConnection();
    const buffer = openBuffer(connection);
    buffer.openSlot(0)(createBatch(10, 1));
    connection.socket.close();
    connection.chunks.length = 0;
    buffer.send(beat);
    vi.advanceTimersByTime(COALESCE_MS);
    expect(connection.chunks).toEqual([]);
  });
});

describe('createSocketSendBuffer for a socket that lags', () => {
  const limits = { maxQueuedBytesPerSlot: 300, drainEveryMs: 50, stuckSeconds: 20 };
  /** A socket that lagged at its last write; the frame with mark 0 of slot 9 is that write. */
  function aLaggingBuffer() {
    const connection = aConnection();
    const buffer = openBuffer(connection, limits);
    connection.lag();
    buffer.openSlot(9)(createBatch(10, 0));
    vi.advanceTimersByTime(COALESCE_MS);
    return { connection, buffer };
  }

  it('gives the socket its own copy of the bytes', () => {
    const slow = aConnection();
    slow.stall();
    const sendFrames = openBuffer(slow, { highWaterBytes: 10_000 }).openSlot(0);
    for (let index = 0; index < 3; index++) {
      sendFrames(createBatch(500, index));
      vi.advanceTimersByTime(COALESCE_MS);
    }
    slow.resume();
    const [, second] = slow.chunks;
    expect(second?.length).toBe(508);
    expect(second?.buffer.byteLength).toBe(508);
  });

  it('retains the newest frames of each slot, and counts dropped ones', () => {
    const { connection, buffer } = aLaggingBuffer();
    const sendFrames = buffer.openSlot(0);
    for (let mark = 1; mark <= 10; mark++) sendFrames(createBatch(100, mark));
    buffer.openSlot(1)(createBatch(100, 99));
    vi.advanceTimersByTime(60);
    connection.resume();
    expect(connection.received()).toEqual(['9:0']);
    vi.advanceTimersByTime(60);
    expect(connection.received()).toEqual(['9:0', dropped(0, 7), '0:8', '0:9', '0:10', '1:99']);
    expect(buffer.isLagging()).toBe(false);
  });

  it('drops no message', () => {
    const { connection, buffer } = aLaggingBuffer();
    for (let index = 0; index < 100; index++) buffer.send(beat);
    connection.resume();
    expect(connection.received()).toEqual([
      '9:0',
      ...Array.from({ length: 100 }, () => JSON.stringify(beat)),
    ]);
  });

  it('preserves the order within a slot', () => {
    const { connection, buffer } = aLaggingBuffer();
    const sendFrames = buffer.openSlot(0);
    sendFrames(createBatch(10, 1));
    connection.resume();
    sendFrames(createBatch(10, 2));
    vi.advanceTimersByTime(COALESCE_MS);
    expect(connection.received()).toEqual(['9:0']);
    vi.advanceTimersByTime(60);
    expect(connection.received()).toEqual(['9:0', '0:1', '0:2']);
  });

  it('queues frames while the socket lags, and sends them directly once it has drained', () => {
    const { connection, buffer } = aLaggingBuffer();
    const sendFrames = buffer.openSlot(0);
    sendFrames(createBatch(10, 1));
    connection.resume();
    vi.advanceTimersByTime(60);
    sendFrames(createBatch(10, 2));
    vi.advanceTimersByTime(COALESCE_MS);
    expect(connection.received()).toEqual(['9:0', '0:1', '0:2']);
    connection.lag();
    sendFrames(createBatch(10, 3));
    vi.advanceTimersByTime(COALESCE_MS);
    sendFrames(createBatch(10, 4));
    buffer.close();
    connection.resume();
    vi.advanceTimersByTime(60);
    expect(connection.received()).toEqual(['9:0', '0:1', '0:2', '0:3']);
  });

  it('discards the queued frames of a closed slot', () => {
    const { connection, buffer } = aLaggingBuffer();
    buffer.openSlot(0)(createBatch(10, 1));
    buffer.openSlot(1)(createBatch(10, 2));
    buffer.closeSlot(0);
    connection.resume();
    vi.advanceTimersByTime(60);
    expect(connection.received()).toEqual(['9:0', '1:2']);
  });

  it('copies queued bytes, because they are borrowed', () => {
    const { connection, buffer } = aLaggingBuffer();
    const borrowed = createBatch(10, 1);
    buffer.openSlot(0)(borrowed);
    borrowed.bytes.fill(77);
    connection.resume();
    vi.advanceTimersByTime(60);
    expect(connection.received()).toEqual(['9:0', '0:1']);
  });

  it('requests a disconnect after the client read nothing for too long', () => {
    const { buffer } = aLaggingBuffer();
    buffer.openSlot(0)(createBatch(10, 1));
    vi.advanceTimersByTime(20_000);
    expect(buffer.isTooSlow()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(buffer.isTooSlow()).toBe(true);
    buffer.close();
    expect(buffer.isTooSlow()).toBe(false);
  });

  it('requests a disconnect with more unsent bytes than the limit', () => {
    const connection = aConnection();
    const buffer = openBuffer(connection, { maxUnsentBytes: 6_000 });
    connection.lag();
    expect([buffer.isLagging(), buffer.isTooSlow()]).toEqual([true, false]);
    while (connection.raw.writableLength <= 6_000) buffer.send(beat);
    expect(buffer.isTooSlow()).toBe(true);
  });
});
