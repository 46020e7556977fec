import {
  decodeTile,
  refuse,
  roomTimelinePath,
  timelineStreamsReply,
  type TimelineStreams,
  type TimelineTile,
} from '@yamori/domain';
import { callJson, failureOf, unlessGone, type HttpOptions } from './http-call.ts';

/** Milliseconds since 1970 UTC. */
export type TimelineRange = { readonly fromMs: number; readonly toMs: number };
export type TileCall = TimelineRange & {
  readonly columns: number;
  /** `serial:streamId` each. */
  readonly streams: readonly string[];
};
/** `same`: what the reader holds under that tag is still so. */
export type TileAnswer =
  | { readonly kind: 'same' }
  | { readonly kind: 'tile'; readonly tile: TimelineTile; readonly etag: string };

/**
 * Reads rooms' timelines. Nothing is kept here, nor by the browser: waveforms stay in memory
 * (decision 018).
 */
export type TimelineClient = {
  readonly streams: (roomId: string, range: TimelineRange) => Promise<TimelineStreams>;
  /**
   * @throws ProblemError what the server refused with, or `network-unreachable`; the signal's
   * reason when aborted
   */
  readonly tile: (
    roomId: string,
    call: TileCall,
    held: string | null,
    signal: AbortSignal,
  ) => Promise<TileAnswer>;
};

export function createTimelineClient(options: HttpOptions): TimelineClient {
  return {
    streams: (roomId, { fromMs, toMs }) =>
      callJson(
        options,
        'GET',
        `${roomTimelinePath(roomId)}/streams?from=${Math.floor(fromMs)}&to=${Math.ceil(toMs)}`,
        undefined,
        timelineStreamsReply,
      ),
    async tile(roomId, { fromMs, toMs, columns, streams }, held, signal) {
      const path = `${roomTimelinePath(roomId)}?from=${fromMs}&to=${toMs}&columns=${columns}&streams=${streams.join(',')}`;
      const response = await ask(options, path, held, signal);
      if (response.status === 304) return { kind: 'same' };
      if (!response.ok) throw await failureOf(response);
      const tile = decodeTile(await response.arrayBuffer());
      if (tile === null) throw refuse('reply-invalid', { place: path });
      return { kind: 'tile', tile, etag: response.headers.get('etag') ?? '' };
    },
  };
}

/** A trend of one sample a second over this many columns comes as the samples themselves. */
const PAST_COLUMNS = 8192;
/** The page is live meanwhile: what came before is not worth more waiting. */
const PAST_WITHIN_MS = 5000;

export type PastCall = {
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
 * What streams of a device told while it stood in a room: samples where they are few enough, else
 * the means of columns.
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

function ask(
  options: HttpOptions,
  path: string,
  held: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { ...options.headers, ...(held === null ? {} : { 'if-none-match': held }) };
  return unlessGone(signal, path, () =>
    options.fetch(`${options.baseUrl ?? ''}${path}`, {
      method: 'GET',
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    }),
  );
}
