import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createFrameBatch } from './frame-batch.ts';
import { createOutboxBuffers, createViewerOutbox, OUTBOX_BYTES } from './viewer-outbox.ts';
import { createWritePace } from './write-pace.ts';

/** A stream below an outbox: records writes, and whether it has taken them. */
function aConnection(takesAtOnce = true) {
  const chunks: Buffer[] = [];
  const state = { open: true };
  const pending: (() => void)[] = [];
  const raw = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      if (takesAtOnce) done();
      else pending.push(done);
    },
  });
  return { raw, isOpen: () => state.open, highBytes: 1_000, state, chunks, pending };
}
const batchOf = (length: number, mark: number) =>
  createFrameBatch(new Uint8Array(length).fill(mark));

describe('createViewerOutbox', () => {
  it('sends messages of every length that a browser can parse', async () => {
    const http = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    const pace = createWritePace(1);
    const lengths = [0, 1, 121, 122, 65_531, 65_532, 200_000, 5];
    http.on('upgrade', (request, raw, head) =>
      sockets.handleUpgrade(request, raw, head, (socket) => {
        const outbox = createViewerOutbox(
          { raw, isOpen: () => socket.readyState === socket.OPEN, highBytes: 1_000_000 },
          pace,
          createOutboxBuffers(),
        );
        lengths.forEach((length, index) => outbox.add(70_000 + index, batchOf(length, index + 1)));
        outbox.flush();
        socket.send('behind them');
      }),
    );
    await once(http.listen(0, '127.0.0.1'), 'listening');
    // A TCP server's address is an object once it listens.
    const viewer = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
    const received: { slot: number; length: number; marks: number[] }[] = [];
    await new Promise<void>((resolve) => {
      viewer.on('message', (data: Buffer, isBinary) => {
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
    viewer.terminate();
    http.close();
  });

  it('coalesces the messages of each viewer into one write', async () => {
    const pace = createWritePace(5);
    const buffers = createOutboxBuffers();
    const [one, other] = [aConnection(), aConnection()];
    const outboxes = [one, other].map((connection) =>
      createViewerOutbox(connection, pace, buffers),
    );
    for (let index = 0; index < 10; index++) outboxes[0]?.add(index, batchOf(1_000, index));
    outboxes[1]?.add(3, batchOf(100, 9));
    expect([one.chunks, other.chunks, outboxes[1]?.bytes()]).toEqual([[], [], 2 + 4 + 100]);
    await expect.poll(() => [one.chunks.length, other.chunks.length]).toEqual([1, 1]);
    expect(one.chunks[0]?.length).toBe(10 * (4 + 4 + 1_000));
    expect(outboxes.map((outbox) => outbox.bytes())).toEqual([0, 0]);
    outboxes[0]?.add(0, batchOf(1, 1));
    await expect.poll(() => one.chunks.length).toBe(2);
  });

  it('gathers at most its maximum', () => {
    const pace = createWritePace(60_000);
    const connection = aConnection();
    const outbox = createViewerOutbox(connection, pace, createOutboxBuffers());
    let most = 0;
    for (let index = 0; index < 1_000; index++) {
      outbox.add(0, batchOf((index * 997) % 3_000, 1));
      most = Math.max(most, outbox.bytes());
    }
    expect(most).toBeLessThan(OUTBOX_BYTES);
    expect(connection.chunks.length).toBeGreaterThan(10);
    pace.close();
  });

  it('does not reuse bytes that the connection has not taken yet', async () => {
    const pace = createWritePace(1);
    const buffers = createOutboxBuffers();
    const slow = aConnection(false);
    const outbox = createViewerOutbox(slow, pace, buffers);
    for (let mark = 1; mark < 40; mark++) {
      const next = mark === 1 ? outbox : createViewerOutbox(aConnection(), pace, buffers);
      next.add(1, batchOf(50, mark));
      next.add(1, batchOf(50, mark));
      next.flush();
    }
    expect(slow.chunks[0]?.length).toBe(2 * 56);
    expect([...new Set(slow.chunks[0]?.subarray(6, 56))]).toEqual([1]);
    await setTimeout(5);
    pace.close();
  });

  it('reuses a buffer once its bytes are taken', () => {
    const pace = createWritePace(60_000);
    const buffers = createOutboxBuffers();
    const connection = aConnection();
    const outbox = createViewerOutbox(connection, pace, buffers);
    for (let index = 0; index < 100; index++) {
      for (const slot of [0, 1, 2]) outbox.add(slot, batchOf(500, index));
      outbox.flush();
    }
    expect(new Set(connection.chunks.map((chunk) => chunk.buffer)).size).toBe(1);
    pace.close();
  });

  it('gives a lagging viewer its own copy', () => {
    const pace = createWritePace(60_000);
    const slow = aConnection(false);
    const outbox = createViewerOutbox(slow, pace, createOutboxBuffers());
    for (let index = 0; index < 3; index++) {
      outbox.add(0, batchOf(500, index));
      outbox.flush();
    }
    slow.pending.shift()?.();
    const [, second] = slow.chunks;
    expect(second?.length).toBe(508);
    expect(second?.buffer.byteLength).toBe(508);
    pace.close();
  });

  it('diverts frames while the viewer lags or is held', () => {
    const pace = createWritePace(60_000);
    const connection = aConnection(false);
    const outbox = createViewerOutbox(connection, pace, createOutboxBuffers());
    const elsewhere: number[] = [];
    const lane = outbox.lane(7, (batch) => elsewhere.push(batch.bytes[0] ?? -1));
    lane(batchOf(600, 1));
    outbox.hold(true);
    lane(batchOf(600, 2));
    outbox.hold(false);
    lane(batchOf(600, 3));
    outbox.flush();
    lane(batchOf(600, 4));
    expect([elsewhere, connection.chunks.length]).toEqual([[2, 4], 1]);
    // 1,216 bytes were queued with a limit of 1,000; the next write sees that they were taken.
    connection.pending.shift()?.();
    outbox.add(7, batchOf(10, 5));
    outbox.flush();
    lane(batchOf(10, 6));
    expect(elsewhere).toEqual([2, 4]);
    expect(outbox.bytes()).toBe(16);
    pace.close();
  });

  it('does not write to a closing connection', async () => {
    const pace = createWritePace(1);
    const connection = aConnection();
    const outbox = createViewerOutbox(connection, pace, createOutboxBuffers());
    outbox.add(0, batchOf(10, 1));
    connection.state.open = false;
    await expect.poll(() => outbox.bytes()).toBe(0);
    expect(connection.chunks).toEqual([]);
  });
});
