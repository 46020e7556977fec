import {
  decodeTile,
  ProblemError,
  timelineApi,
  type TimelineStreams,
  type TimelineTile,
} from '@yamori/domain';
import { createHttp, type Http } from './http.ts';
import { unlessGone } from './http-call.ts';

/** Milliseconds since 1970 UTC. */
export type TimelineRange = { readonly fromMs: number; readonly toMs: number };
type TileCall = TimelineRange & {
  readonly columns: number;
  /** `serial:streamId` each. */
  readonly streams: readonly string[];
};
/** `same`: the user's copy with that tag is current. */
type TileAnswer =
  | { readonly kind: 'same' }
  | { readonly kind: 'tile'; readonly tile: TimelineTile; readonly etag: string };

/**
 * Reads rooms' timelines. Neither the client nor the browser stores anything: waveforms stay in
 * memory (decision 018).
 */
export type TimelineClient = {
  readonly streams: (roomId: string, range: TimelineRange) => Promise<TimelineStreams>;
  /**
   * Rejects with the server's problem, or `network-unreachable`; with the signal's reason when
   * aborted.
   */
  readonly tile: (
    roomId: string,
    call: TileCall,
    held: string | null,
    signal: AbortSignal,
  ) => Promise<TileAnswer>;
};

export function createTimelineClient(http: Http): TimelineClient {
  return {
    streams: (roomId, { fromMs, toMs }) =>
      http.call(timelineApi.streams, {
        params: { roomId },
        query: { from: Math.floor(fromMs), to: Math.ceil(toMs) },
      }),
    async tile(roomId, { fromMs, toMs, columns, streams }, held, signal) {
      const query = { from: fromMs, to: toMs, columns, streams: streams.join(',') };
      const response = await http.open(
        timelineApi.tile,
        { params: { roomId }, query },
        { signal, headers: held === null ? {} : { 'if-none-match': held } },
      );
      if (response.status === 304) return { kind: 'same' };
      const { path } = timelineApi.tile;
      const tile = decodeTile(await unlessGone(signal, path, () => response.arrayBuffer()));
      if (tile === null) throw new ProblemError('reply-invalid', { place: path });
      return { kind: 'tile', tile, etag: response.headers.get('etag') ?? '' };
    },
  };
}

/** A trend with one sample a second over this many columns arrives as samples. */
const PAST_COLUMNS = 8192;
/** The page is live already: the past is not worth a longer wait. */
const PAST_WITHIN_MS = 5000;

type PastCall = {
  readonly roomId: string;
  readonly serial: string;
  readonly streamIds: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
};
type Past = {
  readonly streamId: number;
  readonly fromMs: number;
  readonly stepMs: number;
  readonly channels: readonly Int16Array[];
};

/**
 * The data of a device's streams while it was in a room: samples if they are few enough, else the
 * means of columns.
 */
export async function readPast(
  timeline: TimelineClient,
  { roomId, serial, streamIds, fromMs, toMs }: PastCall,
): Promise<readonly Past[]> {
  const range = {
    fromMs: Math.floor(fromMs),
    toMs: Math.ceil(toMs),
    columns: PAST_COLUMNS,
    streams: streamIds.map((streamId) => `${serial}:${streamId}`),
  };
  const answer = await timeline.tile(roomId, range, null, AbortSignal.timeout(PAST_WITHIN_MS));
  if (answer.kind === 'same') return [];
  return answer.tile.pieces.map(({ streamId, fromUs, stepUs, mean }) => ({
    streamId,
    fromMs: fromUs / 1000,
    stepMs: stepUs / 1000,
    channels: mean,
  }));
}

/** Reads from the page's own server. */
export const pageTimeline: TimelineClient = createTimelineClient(
  createHttp({ fetch: (url, init) => globalThis.fetch(url, init) }),
);
