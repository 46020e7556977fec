import {
  BOARD_NIGHTS,
  MAX_FIGURE_ROOMS,
  exportApi,
  nightFigureApi,
  type NightFigures,
  type RoomNightFigures,
  type NightFiguresCall,
  type NightTableCall,
} from '@yamori/domain';
import { createContext, useContext } from 'react';
import { createHttp, type Http } from '../../api/http.ts';

/** Night figures for lists. Every call rejects with a ProblemError. */
export type NightFiguresClient = {
  /** Any number of rooms; omits rooms that are not visible or have no night. */
  readonly read: (call: NightFiguresCall) => Promise<readonly RoomNightFigures[]>;
  /** The newest nights of one room with their trend. Calls within 40 ms share one request. */
  readonly newest: (roomId: string) => Promise<readonly NightFigures[]>;
  /** Logs an export of an organisation's nights in the update history, before creating the file. */
  readonly noteTable: (domainId: string, table: NightTableCall) => Promise<void>;
};

const BATCH_WINDOW_MS = 40;

export function createNightFiguresClient(http: Http): NightFiguresClient {
  const read = async (call: NightFiguresCall): Promise<readonly RoomNightFigures[]> => {
    const parts = Array.from(
      { length: Math.ceil(call.roomIds.length / MAX_FIGURE_ROOMS) },
      (_, index) => call.roomIds.slice(index * MAX_FIGURE_ROOMS, (index + 1) * MAX_FIGURE_ROOMS),
    );
    const replies = await Promise.all(
      parts.map((roomIds) => http.call(nightFigureApi.read, { body: { ...call, roomIds } })),
    );
    return replies.flatMap(({ rooms }) => rooms);
  };
  let openBatch: {
    readonly roomIds: Set<string>;
    readonly answer: Promise<readonly RoomNightFigures[]>;
  } | null = null;
  return {
    read,
    async noteTable(domainId, table) {
      await http.call(exportApi.noteNightTable, { params: { domainId }, body: table });
    },
    async newest(roomId) {
      openBatch ??= createBatch((roomIds) => {
        openBatch = null;
        return read({
          roomIds,
          nights: { kind: 'newest', count: BOARD_NIGHTS },
          figures: ['TST'],
          course: true,
        });
      });
      openBatch.roomIds.add(roomId);
      return (await openBatch.answer).find((room) => room.roomId === roomId)?.nights ?? [];
    },
  };
}

function createBatch(send: (roomIds: string[]) => Promise<readonly RoomNightFigures[]>) {
  const roomIds = new Set<string>();
  const answer = new Promise<void>((resolve) => {
    setTimeout(resolve, BATCH_WINDOW_MS);
  }).then(() => send([...roomIds]));
  return { roomIds, answer };
}

/** Defaults to the server of the page. */
export const NightFiguresContext = createContext<NightFiguresClient>(
  createNightFiguresClient(createHttp({ fetch: (url, init) => fetch(url, init) })),
);

export const useNightFigures = (): NightFiguresClient => useContext(NightFiguresContext);
