import { isTechnical } from '@yamori/domain';
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Alarm } from './alarm.ts';

/** The alarms of one room: the most urgent one, and the others. */
export type BannerEntry = { readonly alarm: Alarm; readonly others: readonly Alarm[] };

/** On a phone the list of rooms follows directly; a wide screen has a column for each of three. */
const TWO_FROM = '(min-width: 761px)';
const THREE_FROM = '(min-width: 1180px)';

const BannerContext = createContext<readonly BannerEntry[]>([]);
const BannerRoomsContext = createContext<ReadonlySet<string>>(new Set());
export const BannerProvider = BannerContext.Provider;
export const BannerRoomsProvider = BannerRoomsContext.Provider;

export const useBannerEntries = (): readonly BannerEntry[] => useContext(BannerContext);

/** Rooms whose alarm the banner lists; the home screen does not repeat it. */
export const useBannerRooms = (): ReadonlySet<string> => useContext(BannerRoomsContext);

/** The waiting alarms that the banner lists. Other lists show device faults. */
export function useListedAlarms(waiting: readonly Alarm[]): readonly BannerEntry[] {
  const capacity = useBannerCapacity();
  return useMemo(() => bannerEntries(waiting).slice(0, capacity), [waiting, capacity]);
}

/** @param waiting most urgent first */
function bannerEntries(waiting: readonly Alarm[]): readonly BannerEntry[] {
  const byRoom = Map.groupBy(
    waiting.filter(({ kind }) => !isTechnical(kind)),
    ({ roomId }) => roomId,
  );
  return [...byRoom.values()].flatMap(([alarm, ...others]) =>
    alarm === undefined ? [] : [{ alarm, others }],
  );
}

/** Number of alarms side by side in the banner; one on a phone. */
export const useBannerCapacity = (): number => useSyncExternalStore(watchWidth, bannerCapacity);

function bannerCapacity(): number {
  if (matchMedia(THREE_FROM).matches) return 3;
  return matchMedia(TWO_FROM).matches ? 2 : 1;
}

function watchWidth(listener: () => void): () => void {
  const queries = [TWO_FROM, THREE_FROM].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}
