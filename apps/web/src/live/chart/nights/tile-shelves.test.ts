import { describe, expect, it } from 'vitest';
import { ProblemError } from '@yamori/domain';
import type { TileCall, TilePiece, TileReply } from './night-spec.ts';
import { createTileShelves } from './tile-shelves.ts';

const START_MS = 1_760_000_000_000;
const window = { fromMs: START_MS, toMs: START_MS + 8 * 3_600_000 };
const PER_PIXEL = 20_000;
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

function someShelves() {
  const calls: {
    readonly call: TileCall;
    readonly answer: () => void;
    readonly refuse: () => void;
  }[] = [];
  const troubles: (string | null)[] = [];
  const time = { nowMs: 0 };
  const shelves = createTileShelves({
    nowMs: () => time.nowMs,
    onChange: () => undefined,
    onErrorCode: (code) => troubles.push(code),
    source: (_room, call) =>
      new Promise<TileReply>((resolve, reject) => {
        const pieces = call.streams.map((key): TilePiece => ({
          serial: key.split(':')[0] ?? '',
          streamId: Number(key.split(':')[1]),
          kind: 'columns',
          fromUs: call.fromMs * 1000,
          stepUs: ((call.toMs - call.fromMs) * 1000) / call.columns,
          length: call.columns,
          minimum: [new Int16Array(call.columns)],
          maximum: [new Int16Array(call.columns)],
          mean: [new Int16Array(call.columns)],
        }));
        calls.push({
          call,
          answer: () =>
            resolve({ kind: 'tile', tile: { final: true, pieces }, etag: `"${calls.length}"` }),
          refuse: () => reject(new ProblemError({ code: 'limit-tomograph-questions' })),
        });
      }),
  });
  shelves.setStreams('room', [
    { key: 'A:1', sampleRateHz: 250, isComputed: false },
    { key: 'A:5', sampleRateHz: 20, isComputed: true },
  ]);
  const of = (key: string) => calls.filter(({ call }) => call.streams.includes(key));
  return { shelves, calls, of, troubles, time };
}

describe('tiles of the lanes', () => {
  it('the stored tiles appear without waiting for computed ones', async () => {
    const { shelves, calls, of } = someShelves();
    shelves.want(window, PER_PIXEL);
    expect(calls.every(({ call }) => call.streams.length === 1)).toBe(true);
    for (const { answer } of of('A:1')) answer();
    await settle();
    expect([
      shelves.pieces('A:1', window, PER_PIXEL).length > 0,
      shelves.pieces('A:5', window, PER_PIXEL),
      shelves.isSharp(window, PER_PIXEL),
    ]).toEqual([true, [], false]);
    for (const { answer } of of('A:5')) answer();
    await settle();
    expect([
      shelves.pieces('A:5', window, PER_PIXEL).length > 0,
      shelves.isSharp(window, PER_PIXEL),
    ]).toEqual([true, true]);
  });

  it('tiles outside the visible range are not computed', () => {
    const { shelves, of } = someShelves();
    shelves.want(window, PER_PIXEL);
    const [stored, workedOut] = ['A:1', 'A:5'].map(
      (key) => new Set(of(key).map(({ call }) => call.toMs - call.fromMs)).size,
    );
    expect([(stored ?? 0) > 1, workedOut]).toEqual([true, 1]);
  });

  it('an error of one kind is reported and retried while the other kind loads', async () => {
    const { shelves, of, troubles, time } = someShelves();
    shelves.want(window, PER_PIXEL);
    for (const { refuse } of of('A:5')) refuse();
    await settle();
    for (const { answer } of of('A:1')) answer();
    await settle();
    expect(troubles.at(-1)).toBe('limit-tomograph-questions');
    const asked = of('A:5').length;
    time.nowMs += 10_000;
    shelves.want(window, PER_PIXEL);
    for (const { answer } of of('A:5').slice(asked)) answer();
    await settle();
    expect([shelves.isSharp(window, PER_PIXEL), troubles.at(-1)]).toEqual([true, null]);
  });
});
