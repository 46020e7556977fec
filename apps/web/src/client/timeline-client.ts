import { decodeTile, refuse, roomTimelinePath, timelineStreamsReply, type TimelineStreams, type TimelineTile } from '@yamori/domain';
import { callJson, failureOf, unlessGone, type HttpOptions } from './http-call.ts';

/** Milliseconds since 1970 UTC. */
export type TimelineRange = { readonly fromMs: number; readonly toMs: number };
export type TileCall = TimelineRange & { readonly columns: number; /** `serial:streamId` each. */ readonly streams: readonly string[] };
/** `same`: what the reader holds under that tag is still so. */
export type TileAnswer = { readonly kind: 'same' } | { readonly kind: 'tile'; readonly tile: TimelineTile; readonly etag: string };

/** Reads rooms' timelines. Nothing is kept here, nor by the browser: waveforms stay in memory (decision 018). */
export type TimelineClient = {
  readonly streams: (roomId: string, range: TimelineRange) => Promise<TimelineStreams>;
  /** @throws ProblemError what the server refused with, or `network-unreachable`; the signal's reason when aborted */
  readonly tile: (roomId: string, call: TileCall, held: string | null, signal: AbortSignal) => Promise<TileAnswer>;
};

export function createTimelineClient(options: HttpOptions): TimelineClient {
  return {
    streams: (roomId, { fromMs, toMs }) =>
      callJson(options, 'GET', `${roomTimelinePath(roomId)}/streams?from=${Math.floor(fromMs)}&to=${Math.ceil(toMs)}`, undefined, timelineStreamsReply),
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

function ask(options: HttpOptions, path: string, held: string | null, signal: AbortSignal): Promise<Response> {
  const headers = { ...options.headers, ...(held === null ? {} : { 'if-none-match': held }) };
  return unlessGone(signal, path, () => options.fetch(`${options.baseUrl ?? ''}${path}`, { method: 'GET', headers, credentials: 'same-origin', cache: 'no-store', signal }));
}
