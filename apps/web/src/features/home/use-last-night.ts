import { ProblemError, readCourse } from '@yamori/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isWhole } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';
import { useNightFigures, type NightFiguresClient } from '../../client/night-figures-client.ts';
import { isPassing } from '../../client/offline/passing-problem.ts';
import { shownRuns, stageRuns, type NightSummary } from './night-summary.ts';
import { useSeen } from './scroll-rest.ts';

export type LastNight =
  | { readonly kind: 'found'; readonly night: NightSummary }
  | { readonly kind: 'none' | 'computing' | 'failed' | 'loading' | 'unreadable' };

/** A finished night changes only when somebody corrects it; asking again every ten minutes is enough for a strip. */
const FRESH_MS = 10 * 60 * 1000;
/** One that is being worked out is there within the minute. */
const SOON_MS = 20_000;
/** A row must have been there so long before it asks. */
const SEEN_AFTER_MS = 300;
/** The newest may still be running, so the one before is asked for as well. */
const NIGHTS_ASKED = 2;

const keyOf = (roomId: string): readonly string[] => ['last-night', roomId];

/** Whether a row has stood there for long enough to ask for its night, and whether it is known already. One that flies past sets nothing up. */
export function useNightStanding(roomId: string): {
  readonly isSeen: boolean;
  readonly isKnown: boolean;
} {
  const queries = useQueryClient();
  return {
    isSeen: useSeen(SEEN_AFTER_MS),
    isKnown: queries.getQueryData(keyOf(roomId)) !== undefined,
  };
}

/** The newest finished night of a room, for its card; asked for once it is seen. */
export function useLastNight(roomId: string, isSeen: boolean): LastNight {
  const documents = useDocuments();
  const figures = useNightFigures();
  const { data, isPending, isError } = useQuery({
    queryKey: keyOf(roomId),
    staleTime: FRESH_MS,
    enabled: isSeen,
    refetchInterval: ({ state }) => (state.data?.kind === 'computing' ? SOON_MS : FRESH_MS),
    retry: (count, error) => count < 2 && !(error instanceof ProblemError),
    queryFn: async (): Promise<LastNight> => {
      try {
        return await fromFigures(figures, roomId);
      } catch (error) {
        if (!(error instanceof ProblemError) || !isPassing(error.problem)) throw error;
        // What this browser keeps for a night without a network are whole nights.
        return fromDocuments(documents, roomId);
      }
    },
  });
  if (isPending) return { kind: 'loading' };
  return isError ? { kind: 'unreadable' } : data;
}

type Told = { readonly state: string };
function withoutResult(nights: readonly Told[]): LastNight {
  const isAny = (...states: readonly string[]): boolean =>
    nights.some(({ state }) => states.includes(state));
  return {
    kind: isAny('analysing', 'waiting') ? 'computing' : isAny('failed') ? 'failed' : 'none',
  };
}

async function fromFigures(client: NightFiguresClient, roomId: string): Promise<LastNight> {
  const nights = await client.newest(roomId);
  const done = nights.find(({ state }) => state === 'done');
  if (done === undefined) return withoutResult(nights);
  return {
    kind: 'found',
    night: {
      night: done.night,
      totalSleepMinutes: done.figures['TST'] ?? null,
      ...shownRuns(readCourse(done.course ?? '')),
    },
  };
}

async function fromDocuments(
  documents: ReturnType<typeof useDocuments>,
  roomId: string,
): Promise<LastNight> {
  const nights = (
    await documents
      .collection(`room/${roomId}/sleep`)
      .orderBy('night', 'desc')
      .limit(NIGHTS_ASKED)
      .get()
  ).filter(isWhole);
  const done = nights.find(({ state }) => state === 'done');
  return done === undefined
    ? withoutResult(nights)
    : {
        kind: 'found',
        night: {
          night: done.night,
          totalSleepMinutes: done.metrics['TST'] ?? null,
          ...stageRuns(done.epochs),
        },
      };
}
