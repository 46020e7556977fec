import { isIndividual } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { toActor } from '../viewer/viewer-actor.ts';
import { useViewer } from '../viewer/viewer-context.tsx';

const MAX_REMEMBERED = 60;

/** One number for each member and organisation: several members share a station's browser. */
function useKey(): string {
  const { user, organisationId } = useViewer();
  return `yamori.rooms.${user?.uid ?? ''}.${organisationId ?? 'all'}`;
}

/**
 * How many rooms this member saw at the last visit, at most 60; null before the first visit, when
 * no number of placeholders would be true.
 */
export function useLastRoomCount(): number | null {
  const viewer = useViewer();
  const actor = toActor(viewer);
  const key = useKey();
  const [count] = useState(() => {
    const stored = Number(readStored(key));
    if (Number.isInteger(stored) && stored > 0) return Math.min(stored, MAX_REMEMBERED);
    return actor !== null && isIndividual(actor) ? 1 : null;
  });
  return count;
}

/** Remembers the number for the next visit; null before the rooms are read. */
export function useRememberedRoomCount(count: number | null): void {
  const key = useKey();
  useEffect(() => {
    if (count === null) return;
    try {
      localStorage.setItem(key, String(count));
    } catch {
      // Without storage the next visit shows no placeholders.
    }
  }, [count, key]);
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
