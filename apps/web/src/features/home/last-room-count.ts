import { isIndividual } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { actorOf } from '../../ui/viewer/viewer-actor.ts';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';

const MAX_SKELETONS = 60;
const FIRST_VISIT = 24;
const keyOf = (organisationId: string | null): string => `yamori.rooms.${organisationId ?? 'all'}`;

/** How many rooms the board had at the last visit: so many skeletons, and nothing moves later. */
export function useLastRoomCount(): number {
  const viewer = useViewer();
  const actor = actorOf(viewer);
  const [count] = useState(() => {
    const stored = Number(readStored(keyOf(viewer.organisationId)));
    if (Number.isInteger(stored) && stored > 0) return Math.min(stored, MAX_SKELETONS);
    return actor !== null && isIndividual(actor) ? 1 : FIRST_VISIT;
  });
  return count;
}

/** Remembers the number for the next visit; null before the rooms are read. */
export function useRememberedRoomCount(count: number | null): void {
  const { organisationId } = useViewer();
  useEffect(() => {
    if (count === null) return;
    try {
      localStorage.setItem(keyOf(organisationId), String(count));
    } catch {
      // A full or forbidden storage only means the usual number of skeletons next time.
    }
  }, [count, organisationId]);
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
