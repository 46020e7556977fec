import type { SessionReply } from '@yamori/domain';
import { getField, isObject, text, wholeNumber } from '../../api/reply-shape.ts';
import { isSessionReply } from '../../api/session-shape.ts';
import { OFFLINE_STORES, settled, type OfflineDatabase } from './offline-database.ts';

/** Cached session lifetime. After this the user must sign in again and the cache is cleared. */
export const MEMBER_CACHE_TTL_MS = 7 * 24 * 60 * 60 * 1000;

const KEY = 'member';

/** The member whose cache this browser holds. */
export type KeptMember = {
  readonly session: SessionReply;
  /** When the cache last matched the server. */
  readonly savedAt: Date;
};

type MemberRecord = {
  readonly memberId: string;
  readonly session: SessionReply;
  readonly confirmedAtMs: number;
  readonly savedAtMs: number;
};

/** Null without a cached member, or if another version of the product wrote the record. */
export async function readKeptMember(
  database: OfflineDatabase,
  nowMs: number,
): Promise<KeptMember | null> {
  const record = await database.transaction(['member'], 'readonly', async (stores) =>
    settled<unknown>(stores('member').get(KEY)),
  );
  if (!isMemberRecord(record) || nowMs - record.confirmedAtMs > MEMBER_CACHE_TTL_MS) return null;
  return { session: record.session, savedAt: new Date(record.savedAtMs) };
}

/** The server has confirmed the member. Clears another member's cache in the same transaction. */
export function keepMember(
  database: OfflineDatabase,
  session: SessionReply,
  nowMs: number,
): Promise<void> {
  const memberId = session.user?.uid ?? '';
  return database.transaction(OFFLINE_STORES, 'readwrite', async (stores) => {
    const before: unknown = await settled<unknown>(stores('member').get(KEY));
    // By the id only: after an update the record of the same member may lack a field, and clearing
    // would lose unsent commands.
    const isSame = isOwnedBy(before, memberId);
    if (!isSame) for (const name of OFFLINE_STORES) stores(name).clear();
    const record: MemberRecord = {
      memberId,
      session,
      confirmedAtMs: nowMs,
      savedAtMs: isSame && isMemberRecord(before) ? before.savedAtMs : nowMs,
    };
    stores('member').put(record, KEY);
  });
}

/**
 * Whether the cache still belongs to this member. Checked within the writing transaction, so that a
 * tab that has not yet seen a sign-out in another tab writes nothing afterwards.
 */
export async function isMemberCached(store: IDBObjectStore, memberId: string): Promise<boolean> {
  const record: unknown = await settled<unknown>(store.get(KEY));
  return isOwnedBy(record, memberId);
}

/** Records that the cache matches the server now. */
export async function recordSynced(store: IDBObjectStore, nowMs: number): Promise<void> {
  const record: unknown = await settled<unknown>(store.get(KEY));
  if (isMemberRecord(record))
    store.put({ ...record, savedAtMs: nowMs } satisfies MemberRecord, KEY);
}

/**
 * Removes everything.
 * @returns the number of unsent commands
 */
export const forgetMember = (database: OfflineDatabase): Promise<number> =>
  database.transaction(OFFLINE_STORES, 'readwrite', async (stores) => {
    const unsent = await settled(stores('commands').count());
    for (const name of OFFLINE_STORES) stores(name).clear();
    return unsent;
  });

const isOwnedBy = (record: unknown, memberId: string): boolean =>
  isObject(record) && getField(record, 'memberId') === memberId;

const isMemberRecord = (value: unknown): value is MemberRecord =>
  isObject(value) &&
  text(getField(value, 'memberId')) &&
  isSessionReply(getField(value, 'session')) &&
  wholeNumber(getField(value, 'confirmedAtMs')) &&
  wholeNumber(getField(value, 'savedAtMs'));
