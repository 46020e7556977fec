import { describe, expect, it } from 'vitest';
import {
  decodeTile,
  encodeTile,
  timelineApi,
  type TilePiece,
  type TimelineTile,
} from './timeline.ts';

const columns: TilePiece = {
  serial: 'A-1',
  streamId: 1,
  kind: 'columns',
  fromUs: 1_700_000_000_000_000,
  stepUs: 1_000_000,
  length: 3,
  channels: 2,
  minimum: [Int16Array.of(-5, -32_768, 1), Int16Array.of(0, 0, 0)],
  maximum: [Int16Array.of(32_767, -32_768, 2), Int16Array.of(1, 1, 1)],
  mean: [Int16Array.of(7, -32_768, 1), Int16Array.of(0, 1, 0)],
};
const wave = [Int16Array.of(1, 2, -32_767, 4)];
const samples: TilePiece = {
  serial: 'A-2',
  streamId: 9,
  kind: 'samples',
  fromUs: 1_700_000_000_000_123,
  stepUs: 4000.5,
  length: 4,
  channels: 1,
  minimum: wave,
  maximum: wave,
  mean: wave,
};
const toBuffer = (tile: TimelineTile): ArrayBuffer => new Uint8Array(encodeTile(tile)).buffer;

describe('decodeTile', () => {
  it.each([
    ['nothing', []],
    ['columns', [columns]],
    ['samples', [samples]],
    ['both', [samples, columns, samples]],
  ])('returns a tile with %s unchanged', (_, pieces) => {
    expect(decodeTile(toBuffer({ final: true, pieces }))).toEqual({ final: true, pieces });
  });

  it('returns null for a tile that is truncated at any byte', () => {
    const whole = toBuffer({ final: false, pieces: [columns, samples] });
    for (let length = 0; length < whole.byteLength; length++)
      expect(decodeTile(whole.slice(0, length)), `${length} bytes`).toBeNull();
  });

  it('returns null for other formats', () => {
    expect(decodeTile(new TextEncoder().encode('<!doctype html><p>not found').buffer)).toBeNull();
    expect(decodeTile(Uint8Array.of(2, 0, 0, 0, 123, 125).buffer)).toBeNull();
  });
});

describe('timelineApi.tile', () => {
  const call = {
    from: '1700000000000',
    to: '1700000060000',
    columns: '512',
    streams: 'A-1:1,F-2:30',
  };
  it('parses its query from an address', () => {
    expect(timelineApi.tile.query.parse(call)).toEqual({
      from: 1_700_000_000_000,
      to: 1_700_000_060_000,
      columns: 512,
      streams: 'A-1:1,F-2:30',
    });
  });

  it.each([
    ['no range', { to: '1700000000000' }],
    ['a reversed range', { to: '1' }],
    ['a range of a year', { to: '1731536000000' }],
    ['no columns', { columns: '0' }],
    ['too many columns', { columns: '9000' }],
    ['a stream without an id', { streams: 'A-1' }],
    ['a path as a serial', { streams: '../x:1' }],
    ['no number', { from: 'yesterday' }],
    ['another key', { room: 'x' }],
  ])('rejects %s', (_, change) => {
    expect(timelineApi.tile.query.safeParse({ ...call, ...change }).success).toBe(false);
  });
});
