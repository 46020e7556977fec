import type { Database } from '../database/database.ts';
import { joinStays } from './importing/imported-stays.ts';

/** A stay of a device in a room, [fromUs, toUs); null means that it continues. */
export type Assignment = {
  readonly rootDomainId: string;
  readonly serial: string;
  readonly roomId: string | null;
  readonly fromUs: number;
  readonly toUs: number | null;
};

type AssignmentChange = {
  readonly rootDomainId: string;
  readonly serial: string;
  readonly roomId: string | null;
  readonly atUs: number;
};

/**
 * Rooms of devices over time. A room's timeline contains what its devices sent during their stays.
 */
export type DeviceAssignments = {
  /**
   * Assigns the device to `roomId` (null: no room) from `atUs` on. Idempotent. A change before the
   * newest one replaces all later stays, because the latest information wins.
   */
  readonly change: (change: AssignmentChange) => Promise<void>;
  /** Stays that overlap [fromUs, toUs), by start. */
  readonly ofDevice: (serial: string, fromUs: number, toUs: number) => Promise<Assignment[]>;
  readonly ofRoom: (
    rootDomainId: string,
    roomId: string,
    fromUs: number,
    toUs: number,
  ) => Promise<Assignment[]>;
};

export function createDeviceAssignments(database: Database): DeviceAssignments {
  const order: { last: Promise<unknown> } = { last: Promise.resolve() };
  return {
    // Sequential, so that moves of a device stay in order, and a start with thousands of devices
    // does not take every connection.
    change: (change) => {
      const done = order.last.then(() => recordChange(database, change));
      order.last = done.catch(() => undefined);
      return done;
    },
    ofDevice: async (serial, fromUs, toUs) =>
      toAssignments(
        await database.query<AssignmentRow>({
          name: 'list_assignments_of_device',
          text: `select ${COLUMNS} from device_assignments where serial = $1 and from_us < $3 and (to_us is null or to_us > $2)
        union all select ${COLUMNS} from imported_stays where serial = $1 and from_us < $3 and to_us > $2 order by from_us`,
          values: [serial, fromUs, toUs],
        }),
      ),
    ofRoom: async (rootDomainId, roomId, fromUs, toUs) =>
      toAssignments(
        await database.query<AssignmentRow>({
          name: 'list_assignments_of_room',
          text: `select ${COLUMNS} from device_assignments where root_domain_id = $1 and room_id = $2 and from_us < $4 and (to_us is null or to_us > $3)
        union all select ${COLUMNS} from imported_stays where root_domain_id = $1 and room_id = $2 and from_us < $4 and to_us > $3 order by from_us, serial`,
          values: [rootDomainId, roomId, fromUs, toUs],
        }),
      ),
  };
}

function recordChange(database: Database, change: AssignmentChange): Promise<void> {
  return database.transaction(async (queries) => {
    // Locks the device, across servers and before its first assignment.
    await queries.query({
      name: 'insert_assignment_lock_row',
      text: 'insert into timeline_streams (serial, stream_id) values ($1, -1) on conflict do nothing',
      values: [change.serial],
    });
    await queries.query({
      name: 'lock_assignments',
      text: 'select 1 from timeline_streams where serial = $1 and stream_id = -1 for update',
      values: [change.serial],
    });
    const [current] = await queries.query<{ room_id: string | null; root_domain_id: string }>({
      name: 'find_current_assignment',
      text: 'select room_id, root_domain_id from device_assignments where serial = $1 and to_us is null and from_us <= $2',
      values: [change.serial, change.atUs],
    });
    if (
      current !== undefined &&
      current.room_id === change.roomId &&
      current.root_domain_id === change.rootDomainId
    )
      return;
    await queries.query({
      name: 'delete_later_assignments',
      text: 'delete from device_assignments where serial = $1 and from_us >= $2',
      values: [change.serial, change.atUs],
    });
    await queries.query({
      name: 'end_assignment',
      text: 'update device_assignments set to_us = $2 where serial = $1 and (to_us is null or to_us > $2)',
      values: [change.serial, change.atUs],
    });
    await queries.query({
      name: 'begin_assignment',
      text: 'insert into device_assignments (root_domain_id, serial, room_id, from_us, to_us) values ($1, $2, $3, $4, null)',
      values: [change.rootDomainId, change.serial, change.roomId, change.atUs],
    });
  });
}

const COLUMNS = 'root_domain_id, serial, room_id, from_us, to_us';

type AssignmentRow = {
  root_domain_id: string;
  serial: string;
  room_id: string | null;
  from_us: string;
  to_us: string | null;
};

const toAssignments = (rows: readonly AssignmentRow[]): Assignment[] =>
  joinStays(
    rows.map((row) => ({
      rootDomainId: row.root_domain_id,
      serial: row.serial,
      roomId: row.room_id,
      fromUs: Number(row.from_us),
      toUs: row.to_us === null ? null : Number(row.to_us),
    })),
  );
