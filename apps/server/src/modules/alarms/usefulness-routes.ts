import {
  accidentApi,
  getAlarmDisclosures,
  isVisible,
  ProblemError,
  roomsVisibleTo,
  type AccidentUsefulness,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { listAll } from '../../core/documents/list-all.ts';
import { disclose } from '../../core/http/disclosures.ts';
import { route, type Route } from '../../core/http/route.ts';
import { judgedAlarms, type JudgedAlarms } from './usefulness-store.ts';

type UsefulnessRouteOptions = {
  readonly database: Database;
  readonly access: DocumentAccess;
  readonly store: DocumentStore;
};

/** Counts useful alarms of this room, or of all visible rooms of its organisation. */
export function usefulnessRoutes({
  database,
  access,
  store,
}: UsefulnessRouteOptions): readonly Route[] {
  return [
    route(accidentApi.usefulness, async ({ actor, params, query, request }) => {
      const { scope, from, to } = query;
      const [room] = await access.read(actor, [`room/${params.roomId}`]);
      if (room === null || room === undefined) throw new ProblemError('document-not-found');
      const { domainId } = room.data;
      const beside =
        scope === 'room' || typeof domainId !== 'string'
          ? await store.read([`room/${params.roomId}`])
          : await listAll(store, {
              collection: 'room',
              group: false,
              filters: [{ field: ['domainId'], op: '==', value: domainId }],
            });
      const seen = beside.flatMap((one) =>
        one !== null && isVisible(one, roomsVisibleTo(actor)) ? [one] : [],
      );
      for (const disclosure of getAlarmDisclosures(seen)) disclose(request, disclosure);
      const names = new Map(
        seen.map(({ id, data: { name } }) => [id, typeof name === 'string' ? name : '']),
      );
      return buildTable(
        await judgedAlarms(database, [...names.keys()], new Date(from), new Date(to)),
        names,
      );
    }),
  ];
}

type Counts = { alarms: number; useful: number; useless: number };

/** The kinds and the rooms with the most alarms first. */
function buildTable(
  rows: readonly JudgedAlarms[],
  names: ReadonlyMap<string, string>,
): AccidentUsefulness {
  const summed = <Key extends string>(getKey: (row: JudgedAlarms) => Key): [Key, Counts][] => {
    const sums = new Map<Key, Counts>();
    for (const row of rows) {
      const sum = sums.get(getKey(row)) ?? { alarms: 0, useful: 0, useless: 0 };
      sums.set(getKey(row), {
        alarms: sum.alarms + row.alarms,
        useful: sum.useful + row.useful,
        useless: sum.useless + row.useless,
      });
    }
    return [...sums].toSorted(([, one], [, other]) => other.alarms - one.alarms);
  };
  return {
    kinds: summed(({ kind }) => kind).map(([kind, counts]) => ({ kind, ...counts })),
    rooms: summed(({ roomId }) => roomId).map(([roomId, counts]) => ({
      roomId,
      roomName: names.get(roomId) ?? '',
      ...counts,
    })),
  };
}
