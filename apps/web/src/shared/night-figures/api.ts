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

/** Figures of nights for lists. Every call rejects with a ProblemError. */
export type NightFiguresClient = {
  /** Any number of rooms; omits rooms that are not visible or have no night. */
  readonly read: (call: NightFiguresCall) => Promise<readonly RoomNightFigures[]>;
  /**
   * The newest nights of one room with their trend. Cards that ask in the same moment share a call.
   */
  readonly newest: (roomId: string) => Promise<readonly NightFigures[]>;
  /** Logs the export of an organisation's nights in the update history before the file is made. */
  readonly noteTable: (domainId: string, table: NightTableCall) => Promise<void>;
};

const TOGETHER_MS = 40;

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
  let gathering: {
    readonly roomIds: Set<string>;
    readonly answer: Promise<readonly RoomNightFigures[]>;
  } | null = null;
  return {
    read,
    async noteTable(domainId, table) {
      await http.call(exportApi.noteNightTable, { params: { domainId }, body: table });
    },
    async newest(roomId) {
      gathering ??= gather((roomIds) => {
        gathering = null;
        return read({
          roomIds,
          nights: { kind: 'newest', count: BOARD_NIGHTS },
          figures: ['TST'],
          course: true,
        });
      });
      gathering.roomIds.add(roomId);
      return (await gathering.answer).find((room) => room.roomId === roomId)?.nights ?? [];
    },
  };
}

function gather(ask: (roomIds: string[]) => Promise<readonly RoomNightFigures[]>) {
  const roomIds = new Set<string>();
  const answer = new Promise<void>((resolve) => {
    setTimeout(resolve, TOGETHER_MS);
  }).then(() => ask([...roomIds]));
  return { roomIds, answer };
}

/** Defaults to the server of the page. */
export const NightFiguresContext = createContext<NightFiguresClient>(
  createNightFiguresClient(createHttp({ fetch: (url, init) => fetch(url, init) })),
);

export const useNightFigures = (): NightFiguresClient => useContext(NightFiguresContext);
