import type { TileCall, TilePiece, TileSource, TimeWindow } from './night-spec.ts';
import { levelFor, getTileRange, TILE_LEVELS, listTiles } from './zoom-levels.ts';

/** A piece and the part of it to draw. */
export type ClippedPiece = { readonly piece: TilePiece; readonly clip: TimeWindow };
/** `isComputed`: the server computes it on request. */
export type StreamNeed = {
  readonly key: string;
  readonly sampleRateHz: number;
  readonly isComputed: boolean;
};

type CachedTile = {
  readonly etag: string;
  readonly final: boolean;
  readonly byStream: ReadonlyMap<string, readonly TilePiece[]>;
  readonly bytes: number;
  requestedMs: number;
  usedMs: number;
};
type TileKey = { readonly level: number; readonly index: number };

const MAX_BYTES = 96 * 1024 * 1024;
const MAX_CONCURRENT_REQUESTS = 4;
/** A tile that is still being written is refreshed after this long. */
const FRESH_MS = 10_000;
const RETRY_MS = 3000;

export type TileStoreOptions = {
  readonly source: TileSource;
  readonly nowMs: () => number;
  readonly onChange: () => void;
  readonly onErrorCode: (code: string | null) => void;
  /** Whether the tiles of the next zoom step are prefetched. */
  readonly prefetchesNextZoom?: boolean;
};

/**
 * A bounded cache of tiles of a room's streams; evicts the least recently used. Requests visible
 * tiles first and drops requests that are no longer wanted.
 */
export class TileStore {
  readonly #options: TileStoreOptions;
  readonly #tiles = new Map<string, CachedTile>();
  readonly #requests = new Map<string, AbortController>();
  readonly #failedMs = new Map<string, number>();
  #roomId = '';
  #streams: readonly StreamNeed[] = [];
  #wanted: readonly TileKey[] = [];
  #bytes = 0;

  constructor(options: TileStoreOptions) {
    this.#options = options;
  }

  /** Clears the cache: the tiles of other streams or another room are useless. */
  setStreams(roomId: string, streams: readonly StreamNeed[]): void {
    const names = (all: readonly StreamNeed[]): string =>
      all
        .map(({ key }) => key)
        .toSorted()
        .join(',');
    if (roomId === this.#roomId && names(streams) === names(this.#streams)) return;
    this.close();
    this.#roomId = roomId;
    this.#streams = streams;
  }

  close(): void {
    for (const request of this.#requests.values()) request.abort();
    this.#requests.clear();
    this.#tiles.clear();
    this.#failedMs.clear();
    this.#bytes = 0;
    this.#wanted = [];
  }

  levelAt(msPerPixel: number): number {
    return levelFor(
      msPerPixel,
      Math.max(0, ...this.#streams.map(({ sampleRateHz }) => sampleRateHz)),
    );
  }

  /**
   * Requests the visible tiles, best first: their own level, then that of the next zoom step if
   * prefetching is on.
   */
  want(window: TimeWindow, msPerPixel: number): void {
    if (this.#streams.length === 0) return;
    const level = this.levelAt(msPerPixel);
    const own = listTiles(window, level).map((index) => ({ level, index }));
    this.#wanted =
      this.#options.prefetchesNextZoom === false
        ? own
        : [...own, ...this.#listPrefetched(window, level)];
    const names = new Set(this.#wanted.map(getName));
    for (const [name, asking] of this.#requests)
      if (!names.has(name)) {
        asking.abort();
        this.#requests.delete(name);
      }
    this.#requestNext();
  }

  #listPrefetched(window: TimeWindow, level: number): TileKey[] {
    const middle = (window.fromMs + window.toMs) / 2;
    const third = (window.toMs - window.fromMs) / 6;
    const coarser =
      level + 1 < TILE_LEVELS.length
        ? listTiles(window, level + 1).map((index) => ({ level: level + 1, index }))
        : [];
    const finer =
      level > this.levelAt(0)
        ? listTiles({ fromMs: middle - third, toMs: middle + third }, level - 1)
            .slice(0, 2)
            .map((index) => ({ level: level - 1, index }))
        : [];
    return [...coarser, ...finer];
  }

  /** Whether all visible tiles are loaded at the level of the screen. */
  isSharp(window: TimeWindow, msPerPixel: number): boolean {
    const level = this.levelAt(msPerPixel);
    return (
      this.#streams.length === 0 ||
      listTiles(window, level).every((index) => this.#tiles.has(getName({ level, index })))
    );
  }

  /**
   * Pieces of a stream over the window without overlap: of the right level, else the next coarser,
   * else finer.
   */
  pieces(key: string, window: TimeWindow, msPerPixel: number): ClippedPiece[] {
    const found: ClippedPiece[] = [];
    this.#collect(key, window, this.levelAt(msPerPixel), found);
    return found;
  }

  #collect(key: string, window: TimeWindow, level: number, found: ClippedPiece[]): void {
    for (const index of listTiles(window, level)) {
      const range = getTileRange(level, index);
      const clip = {
        fromMs: Math.max(window.fromMs, range.fromMs),
        toMs: Math.min(window.toMs, range.toMs),
      };
      const held = this.#tiles.get(getName({ level, index }));
      if (held !== undefined) {
        held.usedMs = this.#options.nowMs();
        for (const piece of held.byStream.get(key) ?? [])
          if (overlaps(piece, clip)) found.push({ piece, clip });
      } else if (this.#hasCoarser(clip, level)) this.#collect(key, clip, level + 1, found);
      else this.#collectFiner(key, clip, level - 1, found);
    }
  }

  #hasCoarser(window: TimeWindow, level: number): boolean {
    for (let coarser = level + 1; coarser < TILE_LEVELS.length; coarser++)
      if (
        listTiles(window, coarser).every((index) =>
          this.#tiles.has(getName({ level: coarser, index })),
        )
      )
        return true;
    return false;
  }

  #collectFiner(key: string, clip: TimeWindow, level: number, found: ClippedPiece[]): void {
    if (level < 0) return;
    for (const [name, held] of this.#tiles) {
      const [ofLevel = '', index = ''] = name.split('/');
      if (Number(ofLevel) !== level) continue;
      const range = getTileRange(level, Number(index));
      const part = {
        fromMs: Math.max(clip.fromMs, range.fromMs),
        toMs: Math.min(clip.toMs, range.toMs),
      };
      if (part.fromMs < part.toMs)
        for (const piece of held.byStream.get(key) ?? [])
          if (overlaps(piece, part)) found.push({ piece, clip: part });
    }
  }

  #requestNext(): void {
    const nowMs = this.#options.nowMs();
    for (const wanted of this.#wanted) {
      if (this.#requests.size >= MAX_CONCURRENT_REQUESTS) return;
      const name = getName(wanted);
      const held = this.#tiles.get(name);
      if (
        this.#requests.has(name) ||
        nowMs - (this.#failedMs.get(name) ?? Number.NEGATIVE_INFINITY) < RETRY_MS
      )
        continue;
      if (held === undefined || (!held.final && nowMs - held.requestedMs > FRESH_MS))
        void this.#request(wanted, held ?? null);
    }
  }

  async #request(wanted: TileKey, held: CachedTile | null): Promise<void> {
    const name = getName(wanted);
    const request = new AbortController();
    this.#requests.set(name, request);
    const call: TileCall = {
      ...getTileRange(wanted.level, wanted.index),
      columns: TILE_LEVELS[wanted.level]?.columns ?? 1,
      streams: this.#streams.map(({ key }) => key),
    };
    try {
      const reply = await this.#options.source(
        this.#roomId,
        call,
        held?.etag ?? null,
        request.signal,
      );
      if (request.signal.aborted) return;
      if (reply.kind === 'same') {
        if (held !== null) held.requestedMs = this.#options.nowMs();
      } else this.#store(name, reply.tile.pieces, reply.etag, reply.tile.final);
      this.#failedMs.delete(name);
      this.#options.onErrorCode(null);
    } catch (error) {
      if (request.signal.aborted) return;
      this.#failedMs.set(name, this.#options.nowMs());
      this.#options.onErrorCode(getCode(error));
    }
    this.#requests.delete(name);
    this.#requestNext();
    this.#options.onChange();
  }

  #store(name: string, pieces: readonly TilePiece[], etag: string, final: boolean): void {
    const nowMs = this.#options.nowMs();
    const bytes = pieces.reduce(
      (sum, { minimum, kind, length }) =>
        sum + minimum.length * length * (kind === 'samples' ? 2 : 6),
      200,
    );
    this.#bytes += bytes - (this.#tiles.get(name)?.bytes ?? 0);
    this.#tiles.set(name, {
      etag,
      final,
      bytes,
      requestedMs: nowMs,
      usedMs: nowMs,
      byStream: Map.groupBy(pieces, ({ serial, streamId }) => `${serial}:${streamId}`),
    });
    if (this.#bytes <= MAX_BYTES) return;
    for (const [oldest, held] of [...this.#tiles].toSorted(([, a], [, b]) => a.usedMs - b.usedMs)) {
      if (this.#bytes <= MAX_BYTES * 0.8 || oldest === name) return;
      this.#tiles.delete(oldest);
      this.#bytes -= held.bytes;
    }
  }
}

const getName = ({ level, index }: TileKey): string => `${level}/${index}`;

const overlaps = ({ fromUs, stepUs, length }: TilePiece, { fromMs, toMs }: TimeWindow): boolean =>
  fromUs < toMs * 1000 && fromUs + Math.max(1, stepUs * length) > fromMs * 1000;

const getCode = (error: unknown): string => {
  const problem: unknown =
    typeof error === 'object' && error !== null && 'problem' in error ? error.problem : null;
  return typeof problem === 'object' &&
    problem !== null &&
    'code' in problem &&
    typeof problem.code === 'string'
    ? problem.code
    : 'network-unreachable';
};
