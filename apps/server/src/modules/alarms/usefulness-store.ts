import { ACCIDENT_KINDS, type AccidentKind } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';

/** Number of alarms of a kind in a room, and of those judged useful and not useful. */
export type JudgedAlarms = {
  readonly roomId: string;
  readonly kind: AccidentKind;
  readonly alarms: number;
  readonly useful: number;
  readonly useless: number;
};

type Row = {
  readonly room_path: string;
  readonly kind: string;
  readonly alarms: number;
  readonly useful: number;
  readonly useless: number;
};

/** Counts the judgements of the alarms of rooms, without tests and alarms resolved as tests. */
export async function judgedAlarms(
  database: Database,
  roomIds: readonly string[],
  from: Date,
  to: Date,
): Promise<readonly JudgedAlarms[]> {
  if (roomIds.length === 0) return [];
  const rows = await database.query<Row>({
    name: 'accident_usefulness',
    text: `select parent_path as room_path, data->>'kind' as kind, count(*)::int as alarms,
        count(*) filter (where data->>'useful' = 'true')::int as useful, count(*) filter (where data->>'useful' = 'false')::int as useless
      from documents where collection = 'accident' and parent_path = any($1) and data->>'kind' <> 'test' and coalesce(data->>'outcome', '') <> 'test'
        and data->'raisedAt'->>'$date' >= $2 and data->'raisedAt'->>'$date' < $3
      group by parent_path, data->>'kind'`,
    values: [roomIds.map((roomId) => `room/${roomId}`), from.toISOString(), to.toISOString()],
  });
  return rows.flatMap(({ room_path, kind, ...counts }) => {
    const known = ACCIDENT_KINDS.find((one) => one === kind);
    return known === undefined
      ? []
      : [{ roomId: room_path.slice('room/'.length), kind: known, ...counts }];
  });
}
