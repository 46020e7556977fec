import {
  formatUrl,
  importApi,
  ProblemError,
  type ClockFitReply,
  type domainCollection,
  type ImportSettings,
  type roomCollection,
  type uploadHistoryCollection,
} from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { HttpOptions } from '../../api/http-call.ts';
import { createHttp } from '../../api/http.ts';
import { apiHook, useHttp } from '../../api/http-context.ts';
import {
  isWhole,
  type DocumentOf,
  type FoundDocument,
} from '../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
} from '../../live/documents/documents-context.tsx';
import type { LiveResult } from '../../live/documents/live-result.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';

export type Room = DocumentOf<typeof roomCollection>;
export type Upload = DocumentOf<typeof uploadHistoryCollection>;
/** An import, or a bare document of one that fails its schema. */
export type FoundUpload = FoundDocument<typeof uploadHistoryCollection>;
type Domain = DocumentOf<typeof domainCollection>;

const CLOCK_RETRY_MS = 5_000;
const MAX_ROOMS = 1000;
const MAX_SAME = 5;

/** The rooms that the user may import to, by name: every visible room. */
export function useRooms(): LiveResult<readonly Room[]> {
  const { organisationId } = useViewer();
  const all = useDocuments()
    .collection('room')
    .where('archivedAt', '==', null)
    .orderBy('name')
    .limit(MAX_ROOMS);
  const result = useLiveQuery(
    organisationId === null ? all : all.where('domainId', '==', organisationId),
  );
  return mapped(result, (rooms) => rooms.filter((room): room is Room => isWhole(room)));
}

export const useRoom = (roomId: string): LiveResult<Room | null> =>
  mapped(useLiveDocument(`room/${roomId}`), (room) =>
    room !== null && isWhole(room) ? room : null,
  );

/** A room's imports, newest first. */
export const useUploads = (roomId: string, limit: number): LiveResult<readonly FoundUpload[]> =>
  useLiveQuery(
    useDocuments()
      .collection(`room/${roomId}/uploadHistory`)
      .orderBy('createdAt', 'desc')
      .limit(limit),
  );

/** Imports of all visible rooms, newest first. */
export const useRecentUploads = (limit: number): LiveResult<readonly FoundUpload[]> =>
  useLiveQuery(
    useDocuments().collectionGroup('uploadHistory').orderBy('createdAt', 'desc').limit(limit),
  );

/** Imports of the same bytes in any visible room. */
export const useSameUploads = (sha256: string): LiveResult<readonly Upload[]> =>
  mapped(
    useLiveQuery(
      useDocuments().collectionGroup('uploadHistory').where('sha256', '==', sha256).limit(MAX_SAME),
    ),
    (found) => found.filter((one): one is Upload => isWhole(one)),
  );

export const useUpload = (roomId: string, sha256: string): LiveResult<FoundUpload | null> =>
  useLiveDocument(`room/${roomId}/uploadHistory/${sha256}`);

/** The room of an import, from its document path. */
export const getRoomId = (documentPath: string): string => documentPath.split('/')[1] ?? '';

const toParams = ({ documentPath, sha256 }: Upload) => ({
  roomId: getRoomId(documentPath),
  sha256,
});

/** How far the clock of the recording differs; waits while the server's queue is full. */
export function useClockFit(upload: Upload): UseQueryResult<ClockFitReply['fit']> {
  const http = useHttp();
  const params = toParams(upload);
  return useQuery({
    queryKey: ['import-clock', params.roomId, params.sha256, upload.actions.length],
    staleTime: Infinity,
    retry: (_failures, error) => isQueueFull(error),
    retryDelay: CLOCK_RETRY_MS,
    queryFn: async () => (await http.call(importApi.fitClock, { params })).fit,
  });
}

/** The address of the uploaded file. */
export const originalPath = (upload: Upload): string =>
  formatUrl(importApi.original, toParams(upload));

const isQueueFull = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'limit-clock-fits';

export const useImportApi = apiHook((http) => ({
  start: (upload: Upload, settings: ImportSettings | undefined) =>
    http.call(importApi.start, { params: toParams(upload), body: { settings } }),
  run: (command: 'rerun' | 'undo' | 'cancel' | 'discard', upload: Upload) =>
    http.call(importApi[command], { params: toParams(upload), body: {} }),
}));

type Recording = {
  readonly serial: string;
  readonly from: string | null;
  readonly to: string | null;
};

/** The calls of the upload queue, which outlives the pages. */
export const createImportApi = (options: HttpOptions) => {
  const http = createHttp(options);
  return {
    /** Proposes rooms for a recording of a known device; none offline. */
    propose: (body: Recording) =>
      http.call(importApi.propose, { body }).then(
        ({ rooms }) => rooms,
        () => [],
      ),
    /** Ignores failures: the server discards unfinished uploads later. */
    cancel: (roomId: string, sha256: string): void => {
      http.call(importApi.cancel, { params: { roomId, sha256 }, body: {} }).catch(() => undefined);
    },
  };
};
export type ImportApi = ReturnType<typeof createImportApi>;

export type RoomClock = { readonly timeZone: string; readonly nightStartsAt: string };
/** The default for organisations. */
export const TOKYO: RoomClock = { timeZone: 'Asia/Tokyo', nightStartsAt: '12:00' };

/** The clock of the room's organisation. */
export function useRoomClock(roomId: string | null): RoomClock {
  const room = useRoom(roomId ?? '-');
  const domainId = 'value' in room && room.value !== null ? room.value.domainId : '-';
  const domain = useLiveDocument(`domain/${domainId}`);
  if (!('value' in domain) || domain.value === null || !isWhole(domain.value)) return TOKYO;
  const { timeZone, nightStartsAt }: Domain = domain.value;
  return { timeZone, nightStartsAt };
}

function mapped<From, To>(result: LiveResult<From>, map: (value: From) => To): LiveResult<To> {
  return 'value' in result ? { ...result, value: map(result.value) } : result;
}
