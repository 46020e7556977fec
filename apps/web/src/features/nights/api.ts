import {
  nightApi,
  ProblemError,
  type EndpointReply,
  type accidentCollection,
  type domainCollection,
  type roomCollection,
  type sleepCollection,
} from '@yamori/domain';
import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { apiHook, useHttp } from '../../api/http-context.ts';
import { createContext, useContext, useEffect, useState } from 'react';
import {
  isWhole,
  type DocumentOf,
  type FoundDocument,
} from '../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
  type ProductDocuments,
} from '../../live/documents/documents-context.tsx';
import { failedWith, type LiveResult } from '../../live/documents/live-result.ts';
import type { TimelineRange } from '../../api/timeline-client.ts';
import { useTimeline, type TimelineAccess } from './timeline-context.ts';

export type Room = DocumentOf<typeof roomCollection>;
export type Night = DocumentOf<typeof sleepCollection>;
export type Accident = DocumentOf<typeof accidentCollection>;
type Domain = DocumentOf<typeof domainCollection>;

/** A month of nights and the current one. */
const MAX_NIGHTS = 32;
const MAX_ACCIDENTS = 500;
const STREAMS_FRESH_MS = 60_000;
/** Time for the first view to appear. */
const OTHERS_AFTER_MS = 500;

const wholeRoom = (found: FoundDocument<typeof roomCollection> | null): Room | null =>
  found !== null && isWhole(found) ? found : null;

/** A single read without a subscription, for prefetching. */
export const firstRoom = (documents: ProductDocuments, roomId: string) =>
  queryOptions({
    queryKey: ['first-room', roomId],
    staleTime: STREAMS_FRESH_MS,
    retry: 0,
    queryFn: async () => wholeRoom(await documents.doc(`room/${roomId}`).get()),
  });

/** Until the live value arrives, shows the prefetched one. */
export function useRoom(roomId: string): LiveResult<Room | null> {
  const live = mapped(useLiveDocument(`room/${roomId}`), wholeRoom);
  const ahead = useQueryClient().getQueryData(firstRoom(useDocuments(), roomId).queryKey);
  return live.kind === 'loading' && ahead !== undefined && ahead !== null
    ? { kind: 'ready', value: ahead }
    : live;
}

const FramedRoom = createContext<LiveResult<Room | null>>({ kind: 'loading' });
/** The layout of a room holds one subscription for all its pages. */
export const RoomFrame = FramedRoom.Provider;
export const useFramedRoom = (): LiveResult<Room | null> => useContext(FramedRoom);

export const firstNights = (documents: ProductDocuments, roomId: string, asked: string) =>
  queryOptions({
    queryKey: ['first-nights', roomId, asked],
    staleTime: STREAMS_FRESH_MS,
    retry: 1,
    queryFn: () => {
      const all = documents.collection(`room/${roomId}/sleep`);
      return (
        asked === ''
          ? all.orderBy('night', 'desc').limit(2)
          : all.where('night', '==', asked).limit(1)
      ).get();
    },
  });

/** `isAll`: all nights are loaded. Before that a day without a night may still have one. */
type RoomNights = LiveResult<readonly Night[]> & { readonly isAll: boolean };

/**
 * The newest nights of a room, newest first. The requested night, or the newest two, load first: a
 * month of nights is a megabyte, and the first view should not wait for it.
 */
export function useNights(roomId: string, asked: string): RoomNights {
  const [wide, setWide] = useState(false);
  const documents = useDocuments();
  const all = documents.collection(`room/${roomId}/sleep`);
  const first = useQuery(firstNights(documents, roomId, asked));
  const list = useLiveQuery(
    wide ? all.orderBy('night', 'desc').limit(MAX_NIGHTS) : all.where('night', '==', '').limit(1),
  );
  const isFirstHere = !first.isPending;
  useEffect(() => {
    if (!isFirstHere) return;
    const timer = setTimeout(() => setWide(true), OTHERS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isFirstHere]);
  const found = first.data ?? [];
  if (!wide || !('value' in list)) {
    if (first.isPending) return { kind: 'loading', isAll: false };
    const firstResult: LiveResult<readonly Night[]> = first.isError
      ? failedWith(
          first.error instanceof ProblemError ? first.error.problem : { code: 'server-failed' },
        )
      : { kind: 'ready', value: found.filter((night): night is Night => isWhole(night)) };
    return { ...firstResult, isAll: false };
  }
  const known = [...found, ...list.value].filter((night): night is Night => isWhole(night));
  const nights = [...new Map(known.map((night) => [night.night, night])).values()].toSorted(
    (a, b) => (a.night < b.night ? 1 : -1),
  );
  return { ...list, value: nights, isAll: true };
}

export const useAccidents = (roomId: string): LiveResult<readonly Accident[]> =>
  mapped(
    useLiveQuery(
      useDocuments()
        .collection(`room/${roomId}/accident`)
        .orderBy('raisedAt', 'desc')
        .limit(MAX_ACCIDENTS),
    ),
    (all) => all.filter((one): one is Accident => isWhole(one)),
  );

export type NightClock = { readonly timeZone: string; readonly startsAt: string };
const TOKYO_NOON: NightClock = { timeZone: 'Asia/Tokyo', startsAt: '12:00' };

/**
 * The night start and time zone of the room. Readers without access to the organisation's document,
 * such as individuals, get the defaults.
 */
export function useNightClock(domainId: string): NightClock {
  const domain = useLiveDocument(`domain/${domainId}`);
  if (!('value' in domain) || domain.value === null || !isWhole(domain.value)) return TOKYO_NOON;
  const { timeZone, nightStartsAt }: Domain = domain.value;
  return { timeZone, startsAt: nightStartsAt };
}

/** The streams with data in the range, and the recorded intervals. */
export const useStreams = (roomId: string, range: TimelineRange) =>
  useQuery({
    ...streamsQuery(useTimeline().client, roomId, range),
    refetchInterval: STREAMS_FRESH_MS,
  });

export const streamsQuery = (
  client: TimelineAccess['client'],
  roomId: string,
  { fromMs, toMs }: TimelineRange,
) =>
  queryOptions({
    queryKey: ['timeline-streams', roomId, fromMs, toMs],
    staleTime: STREAMS_FRESH_MS,
    retry: 1,
    queryFn: () => client.streams(roomId, { fromMs, toMs }),
  });

/** Earlier results of a night. */
export function useNightVersions(
  roomId: string,
  { night, resultVersion }: Night,
): UseQueryResult<EndpointReply<typeof nightApi.versions>['versions']> {
  const http = useHttp();
  return useQuery({
    queryKey: ['night-versions', roomId, night, resultVersion],
    retry: 1,
    queryFn: async () =>
      (await http.call(nightApi.versions, { params: { roomId, night } })).versions,
  });
}

export const useNightApi = apiHook((http) => ({
  /** Requests an analysis of a night. */
  analyse: (roomId: string, night: string) =>
    http.call(nightApi.analyse, { params: { roomId }, body: { from: night, to: night } }),
}));

function mapped<From, To>(result: LiveResult<From>, map: (value: From) => To): LiveResult<To> {
  return 'value' in result ? { ...result, value: map(result.value) } : result;
}
