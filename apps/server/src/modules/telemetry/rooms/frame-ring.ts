import type { Clock } from '../../../core/timeline/timeline-frame.ts';

/**
 * The latest frames of one device, so that a new screen can draw immediately. Retains batches for
 * `keepSeconds`, up to `maxBytes` in total, and drops the oldest first. Copies its input.
 */
export type FrameRing = {
  readonly push: (batch: Uint8Array) => void;
  /** Batches received within the last `seconds`, oldest first; borrowed until the next `push`. */
  readonly since: (seconds: number) => Uint8Array[];
};

export type FrameRingLimits = { readonly keepSeconds: number; readonly maxBytes: number };

/**
 * Batches are packed into reusable blocks of this size: thousands of small objects a second that
 * live for half a minute would overload the garbage collector.
 */
const PIECE_BYTES = 16 * 1024;

type Piece = { readonly bytes: Uint8Array; readonly ends: number[]; readonly atMs: number[] };

export function createFrameRing(clock: Clock, limits: FrameRingLimits): FrameRing {
  const pieces: Piece[] = [];
  let spare: Piece | undefined;
  /** Batches of the oldest piece that were dropped. */
  let dropped = 0;
  let bytes = 0;

  function pieceFor(length: number): Piece {
    const last = pieces.at(-1);
    if (last !== undefined && getEnd(last) + length <= last.bytes.length) return last;
    const fresh =
      length <= PIECE_BYTES && spare !== undefined
        ? spare
        : { bytes: new Uint8Array(Math.max(PIECE_BYTES, length)), ends: [], atMs: [] };
    if (fresh === spare) spare = undefined;
    pieces.push(fresh);
    return fresh;
  }

  function dropOld(nowMs: number): void {
    for (let oldest = pieces[0]; oldest !== undefined; oldest = pieces[0]) {
      for (; dropped < oldest.ends.length; dropped++) {
        if (
          bytes <= limits.maxBytes &&
          nowMs - (oldest.atMs[dropped] ?? 0) <= limits.keepSeconds * 1000
        )
          return;
        bytes -= (oldest.ends[dropped] ?? 0) - (oldest.ends[dropped - 1] ?? 0);
      }
      pieces.shift();
      dropped = 0;
      if (oldest.bytes.length !== PIECE_BYTES) continue;
      oldest.ends.length = oldest.atMs.length = 0;
      spare = oldest;
    }
    // Nothing is buffered: a silent device must not hold memory.
    spare = undefined;
  }

  return {
    push(batch) {
      const nowMs = clock.nowMs();
      // A batch larger than the limit evicts everything and is dropped too.
      const keeps = batch.length <= limits.maxBytes;
      bytes += batch.length;
      dropOld(nowMs);
      if (!keeps) {
        bytes -= batch.length;
        return;
      }
      const piece = pieceFor(batch.length);
      const begin = getEnd(piece);
      piece.bytes.set(batch, begin);
      piece.ends.push(begin + batch.length);
      piece.atMs.push(nowMs);
    },
    since(seconds) {
      const nowMs = clock.nowMs();
      dropOld(nowMs);
      return pieces.flatMap(({ bytes: all, ends, atMs }, index) =>
        ends.flatMap((end, place) => {
          const isRequested =
            (index > 0 || place >= dropped) && nowMs - (atMs[place] ?? 0) <= seconds * 1000;
          return isRequested ? [all.subarray(ends[place - 1] ?? 0, end)] : [];
        }),
      );
    },
  };
}

const getEnd = ({ ends }: Piece): number => ends.at(-1) ?? 0;
