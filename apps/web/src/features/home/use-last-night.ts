import { ProblemError } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';
import { stageRuns, type NightSummary } from './night-summary.ts';
import { useSeen } from './scroll-rest.ts';

export type LastNight = { readonly kind: 'found'; readonly night: NightSummary } | { readonly kind: 'none' | 'computing' | 'loading' | 'unreadable' };

/** A finished night changes only when somebody corrects it; asking again every ten minutes is enough for a strip. */
const FRESH_MS = 10 * 60 * 1000;
/** A row must have been there so long before it asks. */
const SEEN_AFTER_MS = 300;
/** The newest may still be running, so the one before is asked for as well. */
const NIGHTS_ASKED = 2;

/** The newest finished night of a room, for its card. */
export function useLastNight(roomId: string): LastNight {
  const documents = useDocuments();
  const seen = useSeen(SEEN_AFTER_MS);
  const { data, isPending, isError } = useQuery({
    queryKey: ['last-night', roomId],
    staleTime: FRESH_MS,
    enabled: seen,
    retry: (count, error) => count < 2 && !(error instanceof ProblemError),
    queryFn: async (): Promise<LastNight> => {
      const nights = (await documents.collection(`room/${roomId}/sleep`).orderBy('night', 'desc').limit(NIGHTS_ASKED).get()).filter(isWhole);
      const done = nights.find(({ state }) => state === 'done');
      if (done === undefined) return { kind: nights.some(({ state }) => state === 'analysing' || state === 'waiting') ? 'computing' : 'none' };
      return { kind: 'found', night: { night: done.night, totalSleepMinutes: done.metrics['TST'] ?? null, ...stageRuns(done.epochs) } };
    },
  });
  if (isPending) return { kind: 'loading' };
  return isError ? { kind: 'unreadable' } : data;
}
