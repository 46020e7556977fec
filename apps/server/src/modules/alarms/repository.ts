import { setTimeout as pause } from 'node:timers/promises';
import {
  accidentCollection,
  countedAccidents,
  encodeFields,
  encodeValue,
  hasCode,
  ProblemError,
  roomCollection,
  withAccident,
  type Accident,
  type RoomAccident,
  type RoomLive,
  type Write,
} from '@yamori/domain';
import { NO_FENCE, type LeaseFence } from '../../core/database/lease-fence.ts';
import { asUrgent } from '../../core/database/urgent-work.ts';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Author, Signature } from '../../core/documents/writing/commit-guard.ts';
import type { AlarmNotification, AlarmNotificationQueue } from './alarm-notifications.ts';

/**
 * Reads and writes alarms. An alarm and its entry in the live state of its room are one commit,
 * valid only for the version of the room that was read (decision 038). When two servers change a
 * room concurrently, one commit succeeds and the other is retried. A room has at most one open
 * alarm of each kind.
 */
export type AlarmRepository = {
  /** The room with its alarms; null while it has no live state that could hold one. */
  readonly readRoom: (target: AlarmTarget) => Promise<RoomAlarms | null>;
  /**
   * Reads the room, applies `next`, and retries on conflict. Returns the alarm after the change;
   * null if `next` changed nothing and named none.
   */
  readonly update: (
    target: AlarmTarget,
    author: AlarmAuthor,
    next: (room: RoomAlarms) => Promise<Decision>,
  ) => Promise<UpdatedAlarm | null>;
  readonly counts: () => { readonly conflicts: number };
};

/** A room, and the alarm that is read with it. */
type AlarmTarget = {
  readonly roomId: string;
  readonly accidentId?: string;
  readonly authorise?: Authorise | undefined;
};

/**
 * Throws if the caller may not see or change the room or the alarm. Called for each attempt, with
 * the documents that it read.
 */
export type Authorise = (
  documents: { readonly room: ReadDocument; readonly alarm: ReadDocument | null },
  accident: Accident | null,
) => void;

export type AlarmAuthor = Signature &
  Pick<Author, 'command' | 'address' | 'alongside'> & {
    /** Rejects the commit if another server owns the room. */
    readonly fence?: LeaseFence;
  };
export const SERVER: AlarmAuthor = { userId: null };

export type KnownAlarm = { readonly id: string; readonly accident: Accident };
/** An alarm after an update, and the documents that contain it. */
export type UpdatedAlarm = KnownAlarm & {
  readonly room: ReadDocument;
  /** Null if the update changed nothing and had not read the alarm's document. */
  readonly alarm: ReadDocument | null;
};

export type AlarmChange = KnownAlarm & {
  readonly isNew: boolean;
  readonly notification: Omit<AlarmNotification, 'roomId' | 'accidentId'> | null;
};
export type Decision =
  | { readonly kind: 'unchanged'; readonly known: KnownAlarm | null }
  | { readonly kind: 'changed'; readonly change: AlarmChange };

export const unchanged = (known: KnownAlarm | null): Decision => ({ kind: 'unchanged', known });
export const changed = (
  id: string,
  accident: Accident,
  more: Partial<Pick<AlarmChange, 'isNew' | 'notification'>> = {},
): Decision => ({
  kind: 'changed',
  change: { id, accident, isNew: false, notification: null, ...more },
});

/** A room with its alarms. A decision based on them is valid only for this version of the room. */
export type RoomAlarms = {
  readonly roomId: string;
  readonly rootDomainId: string;
  readonly version: string;
  readonly documents: Pick<UpdatedAlarm, 'room' | 'alarm'>;
  readonly open: readonly RoomAccident[];
  /** The open alarm of a kind; null if there is none. */
  readonly findOpen: (kind: Accident['kind']) => Promise<KnownAlarm | null>;
  readonly find: (accidentId: string) => Promise<KnownAlarm | null>;
  /** The last alarm of a kind, open or resolved. */
  readonly findLast: (kind: Accident['kind']) => Promise<KnownAlarm | null>;
};

/** Attempts of an update: the live state of its room changes up to once a second. */
const MAX_ATTEMPTS = 14;
const RETRY_AFTER_MS = 5;

type AlarmRepositoryDeps = {
  readonly store: DocumentStore;
  readonly notifications: AlarmNotificationQueue;
};

export function createAlarmRepository({
  store,
  notifications,
}: AlarmRepositoryDeps): AlarmRepository {
  let conflicts = 0;

  async function readRoom({
    roomId,
    accidentId,
    authorise,
  }: AlarmTarget): Promise<RoomAlarms | null> {
    const alarmPaths = accidentId === undefined ? [] : [alarmPath(roomId, accidentId)];
    const [room, alarm = null] = await store.read([`room/${roomId}`, ...alarmPaths]);
    if (room === null || room === undefined) throw new ProblemError('document-not-found');
    const known = toKnownAlarm(alarm);
    if (accidentId !== undefined && known === null) throw new ProblemError('document-not-found');
    authorise?.({ room, alarm }, known?.accident ?? null);
    return toRoomAlarms(store, { room, alarm }, known);
  }

  async function commit(
    room: RoomAlarms,
    { notification, isNew, ...known }: AlarmChange,
    { fence = NO_FENCE, alongside, ...author }: AlarmAuthor,
  ): Promise<UpdatedAlarm | null | 'conflict'> {
    const verify: Write = { kind: 'verify', path: `room/${room.roomId}`, version: room.version };
    const stored = await store
      .commit([verify, ...alarmWrites(room, known, isNew)], {
        ...author,
        alongside: async (queries) => {
          await fence(queries, room.roomId);
          await alongside?.(queries);
          if (notification !== null)
            await notifications.order(queries, room.rootDomainId, {
              ...notification,
              roomId: room.roomId,
              accidentId: known.id,
            });
        },
      })
      .catch(asConflict);
    if (stored === 'conflict') return stored;
    if (notification !== null) notifications.wake();
    // A repeated command returns the alarm that it changed the first time, as it is now.
    const find = (collection: string): ReadDocument | null =>
      stored.find((document) => document?.collection === collection) ?? null;
    const alarm = find('accident');
    return toUpdated(toKnownAlarm(alarm), { room: find('room') ?? room.documents.room, alarm });
  }

  const update: AlarmRepository['update'] = async (target, author, next) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const room = await readRoom(target);
      if (room !== null) {
        const decision = await next(room);
        if (decision.kind === 'unchanged') return toUpdated(decision.known, room.documents);
        const stored = await commit(room, decision.change, author);
        if (stored !== 'conflict') return stored;
      }
      conflicts += 1;
      await pause(attempt * RETRY_AFTER_MS);
    }
    throw new ProblemError('document-conflict', { place: alarmPath(target.roomId, '') });
  };

  return {
    readRoom: (target) => asUrgent(() => readRoom(target)),
    counts: () => ({ conflicts }),
    update: (...call) => asUrgent(() => update(...call)),
  };
}

const alarmPath = (roomId: string, accidentId: string): string =>
  `room/${roomId}/accident/${accidentId}`;

/** Every server derives the same id for an alarm. */
export const createAlarmId = (kind: string, atMs: number): string =>
  `${kind}-${Math.floor(atMs).toString(36)}`;

export const getRoomLive = (room: ReadDocument): RoomLive | null =>
  roomCollection.schema.shape.live.catch(null).parse(room.data['live'] ?? null);

const toUpdated = (
  known: KnownAlarm | null,
  documents: RoomAlarms['documents'],
): UpdatedAlarm | null => (known === null ? null : { ...known, ...documents });

function toKnownAlarm(document: ReadDocument | null): KnownAlarm | null {
  if (document === null || document.bare) return null;
  // Not bare, so all of its fields are present.
  return { id: document.id, accident: accidentCollection.schema.parse(document.data) };
}

function toRoomAlarms(
  store: DocumentStore,
  documents: RoomAlarms['documents'],
  known: KnownAlarm | null,
): RoomAlarms | null {
  const { room } = documents;
  const live = getRoomLive(room);
  if (live === null) return null;
  const find = async (accidentId: string): Promise<KnownAlarm | null> =>
    accidentId === known?.id
      ? known
      : toKnownAlarm((await store.read([alarmPath(room.id, accidentId)]))[0] ?? null);
  return {
    documents,
    roomId: room.id,
    rootDomainId: room.placement.rootDomainId,
    version: room.version,
    open: live.accidents,
    find,
    findOpen: async (kind) => {
      const entry = live.accidents.find((one) => one.kind === kind);
      return entry === undefined ? null : find(entry.id);
    },
    findLast: async (kind) => {
      const [last] = await store.list({
        collection: `room/${room.id}/accident`,
        group: false,
        filters: [{ field: ['kind'], op: '==', value: kind }],
        orderBy: [{ field: ['raisedAt'], direction: 'desc' }],
        offset: 0,
        limit: 1,
      });
      return toKnownAlarm(last ?? null);
    },
  };
}

function alarmWrites(
  { roomId, open }: RoomAlarms,
  { id, accident }: KnownAlarm,
  isNew: boolean,
): Write[] {
  const entries = withAccident(open, id, accident);
  const path = alarmPath(roomId, id);
  const data = encodeFields(accident, false);
  return [
    isNew ? { kind: 'create', path, data } : { kind: 'set', path, data },
    {
      kind: 'update',
      path: `room/${roomId}`,
      fields: [
        { field: ['live', 'accidents'], value: encodeValue(entries) },
        { field: ['live', 'openAccidents'], value: countedAccidents(entries) },
      ],
    },
  ];
}

/** Another server raised the same alarm or changed the room first. */
function asConflict(error: unknown): 'conflict' {
  if (hasCode(error, 'document-conflict', 'document-exists')) return 'conflict';
  throw error;
}
