import { ProblemError, parseCourse, type SLEEP_RESULT_STATES } from '@yamori/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useNightFigures, type NightFiguresClient } from '../../shared/night-figures/api.ts';
import { isPassing } from '../../live/offline/passing-problem.ts';
import { shownRuns, stageRuns, type NightSummary } from './night-summary.ts';
import { useSeen } from './scroll-rest.ts';

export type LastNight =
  | { readonly kind: 'found'; readonly night: NightSummary }
  | { readonly kind: 'none' | 'waiting' | 'computing' | 'failed' | 'loading' | 'unreadable' };

/**
 * A finished night changes only when a user corrects it; refreshing every ten minutes is enough for
 * a strip.
 */
const FRESH_MS = 10 * 60 * 1000;
/** Retry interval for a night that is being analysed or could not be read. */
const RETRY_MS = 20_000;
/** A row must have been visible for this long before it loads. */
const SEEN_AFTER_MS = 300;
/** The running night and the previous one. */
const REQUESTED_NIGHTS = 2;

const lastNightKey = (roomId: string, night: string): readonly string[] => [
  'last-night',
  roomId,
  night,
];

/**
 * Whether a row was visible long enough to load its night, and whether the night is loaded already.
 * A row that scrolls past does nothing.
 */
export function useNightStatus(
  roomId: string,
  night: string,
): {
  readonly isSeen: boolean;
  readonly isKnown: boolean;
} {
  const queries = useQueryClient();
  return {
    isSeen: useSeen(SEEN_AFTER_MS),
    isKnown: queries.getQueryData(lastNightKey(roomId, night)) !== undefined,
  };
}

/** One night of a room, for its card; requested once the card is seen. */
export function useLastNight(roomId: string, night: string, isSeen: boolean): LastNight {
  const documents = useDocuments();
  const figures = useNightFigures();
  const { data, isPending } = useQuery({
    queryKey: lastNightKey(roomId, night),
    staleTime: FRESH_MS,
    enabled: isSeen,
    refetchInterval: ({ state }) =>
      state.status === 'error' || isUnderWay(state.data) ? RETRY_MS : FRESH_MS,
    retry: (count, error) => count < 2 && !(error instanceof ProblemError),
    queryFn: async (): Promise<LastNight> => {
      try {
        return await fromFigures(figures, roomId, night);
      } catch (error) {
        if (!(error instanceof ProblemError) || !isPassing(error.problem)) throw error;
        // The offline cache of this browser contains whole nights.
        return fromDocuments(documents, roomId, night);
      }
    },
  });
  // Keep the night that was read, even if a refresh fails.
  return data ?? { kind: isPending ? 'loading' : 'unreadable' };
}

const isUnderWay = (night: LastNight | undefined): boolean =>
  night?.kind === 'computing' || night?.kind === 'waiting';

type SleepResultState = (typeof SLEEP_RESULT_STATES)[number];

const WITHOUT_RESULT = {
  waiting: 'waiting',
  analysing: 'computing',
  failed: 'failed',
} as const satisfies Readonly<Record<Exclude<SleepResultState, 'done'>, LastNight['kind']>>;

async function fromFigures(
  client: NightFiguresClient,
  roomId: string,
  night: string,
): Promise<LastNight> {
  const found = (await client.newest(roomId)).find((each) => each.night === night);
  if (found === undefined) return { kind: 'none' };
  if (found.state !== 'done') return { kind: WITHOUT_RESULT[found.state] };
  return {
    kind: 'found',
    night: {
      totalSleepMinutes: found.figures['TST'] ?? null,
      awaited: found.awaited,
      ...shownRuns(parseCourse(found.course ?? '')),
    },
  };
}

async function fromDocuments(
  documents: ReturnType<typeof useDocuments>,
  roomId: string,
  night: string,
): Promise<LastNight> {
  const nights = await documents
    .collection(`room/${roomId}/sleep`)
    .orderBy('night', 'desc')
    .limit(REQUESTED_NIGHTS)
    .get();
  const found = nights.filter(isWhole).find((each) => each.night === night);
  if (found === undefined) return { kind: 'none' };
  if (found.state !== 'done') return { kind: WITHOUT_RESULT[found.state] };
  return {
    kind: 'found',
    night: {
      totalSleepMinutes: found.metrics['TST'] ?? null,
      awaited: found.awaited?.devices ?? [],
      ...stageRuns(found.epochs),
    },
  };
}
