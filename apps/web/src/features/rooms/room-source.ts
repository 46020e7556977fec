import { ProblemError, type accidentCollection, type domainCollection, type roomCollection, type sleepCollection } from '@yamori/domain';
import { useQuery as useAnswer } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isWhole, type DocumentOf } from '../../client/document-reader.ts';
import { useDocument, useDocuments, useQuery } from '../../client/documents-context.tsx';
import { failedWith, type LiveResult } from '../../client/live-result.ts';
import type { TimelineRange } from '../../client/timeline-client.ts';
import { useTimeline } from './timeline-context.ts';

export type Room = DocumentOf<typeof roomCollection>;
export type Night = DocumentOf<typeof sleepCollection>;
export type Accident = DocumentOf<typeof accidentCollection>;
type Domain = DocumentOf<typeof domainCollection>;

/** A month of nights and the one that runs. */
const MOST_NIGHTS = 32;
const MOST_ACCIDENTS = 500;
const STREAMS_FRESH_MS = 60_000;
/** Time for the first picture. */
const OTHERS_AFTER_MS = 500;

export const useRoom = (roomId: string): LiveResult<Room | null> => mapped(useDocument(`room/${roomId}`), (room) => (room !== null && isWhole(room) ? room : null));

/**
 * The newest nights of a room, newest first. The one that is asked for, or the newest two, come alone at first: a month of nights
 * is a megabyte, and nobody should wait for the others to see this one.
 */
export function useNights(roomId: string, asked: string): LiveResult<readonly Night[]> {
  const [wide, setWide] = useState(false);
  const all = useDocuments().collection(`room/${roomId}/sleep`);
  const first = useAnswer({
    queryKey: ['first-nights', roomId, asked], staleTime: STREAMS_FRESH_MS, retry: 1,
    queryFn: () => (asked === '' ? all.orderBy('night', 'desc').limit(2) : all.where('night', '==', asked).limit(1)).get(),
  });
  const list = useQuery(wide ? all.orderBy('night', 'desc').limit(MOST_NIGHTS) : all.where('night', '==', '').limit(1));
  const isFirstHere = !first.isPending;
  useEffect(() => {
    if (!isFirstHere) return;
    const timer = setTimeout(() => setWide(true), OTHERS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isFirstHere]);
  const found = first.data ?? [];
  if (!wide || !('value' in list)) {
    if (first.isPending) return { kind: 'loading' };
    return first.isError ? failedWith(first.error instanceof ProblemError ? first.error.problem : { code: 'server-failed' }) : { kind: 'ready', value: found.filter((night): night is Night => isWhole(night)) };
  }
  const known = [...found, ...list.value].filter((night): night is Night => isWhole(night));
  const nights = [...new Map(known.map((night) => [night.night, night])).values()].toSorted((a, b) => (a.night < b.night ? 1 : -1));
  return { ...list, value: nights };
}

export const useAccidents = (roomId: string): LiveResult<readonly Accident[]> =>
  mapped(useQuery(useDocuments().collection(`room/${roomId}/accident`).orderBy('raisedAt', 'desc').limit(MOST_ACCIDENTS)), (all) => all.filter((one): one is Accident => isWhole(one)));

export type NightClock = { readonly timeZone: string; readonly startsAt: string };
const TOKYO_NOON: NightClock = { timeZone: 'Asia/Tokyo', startsAt: '12:00' };

/** When nights begin where the room is. Who may not read the organisation's document, such as an individual, gets the product's own. */
export function useNightClock(domainId: string): NightClock {
  const domain = useDocument(`domain/${domainId}`);
  if (!('value' in domain) || domain.value === null || !isWhole(domain.value)) return TOKYO_NOON;
  const { timeZone, nightStartsAt }: Domain = domain.value;
  return { timeZone, startsAt: nightStartsAt };
}

/** The streams that spoke in the room in a range, and when anything was recorded. */
export function useStreams(roomId: string, { fromMs, toMs }: TimelineRange) {
  const { client } = useTimeline();
  return useAnswer({ queryKey: ['timeline-streams', roomId, fromMs, toMs], staleTime: STREAMS_FRESH_MS, refetchInterval: STREAMS_FRESH_MS, retry: 1, queryFn: () => client.streams(roomId, { fromMs, toMs }) });
}

function mapped<From, To>(result: LiveResult<From>, map: (value: From) => To): LiveResult<To> {
  return 'value' in result ? { ...result, value: map(result.value) } : result;
}
