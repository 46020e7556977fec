import { createHash, randomUUID } from 'node:crypto';
import {
  encodeFields,
  equalValues,
  isDocumentMap,
  resolvePlacement,
  SYSTEM_PLACEMENT,
  type DocumentMap,
  type DocumentValue,
  type WireMap,
  type WireValue,
  COMPUTED_FIELDS,
} from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import { splitDocumentPath, type PlacedRow } from '../document-row.ts';
import type { RowChange } from './unique-keys.ts';

/**
 * An act on what a document represents that its fields do not show: a new password, ended sessions.
 */
export type Act = {
  readonly action: string;
  readonly path: string;
  /** Further details of the act, without personal data. */
  readonly changes?: readonly FieldChange[];
};

type Recording = {
  readonly userId: string;
  readonly address: string;
  readonly at: Date;
  readonly acts: readonly Act[];
};

/**
 * Fields recorded without values: secrets, and data that may identify a person: names of members
 * and residents, health notes, free text (notes, tags, names of devices and files), a partner's
 * contact and customers on a bill. The history is immutable and outlives deleted accounts
 * (decisions 016 and 026).
 */
const WITHOUT_VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  device: new Set(['keyHash', 'name', 'note']),
  deviceLoan: new Set(['note']),
  room: new Set(['occupant', 'tags']),
  uploadHistory: new Set(['fileName']),
  accident: new Set(['note', 'history', 'acknowledgedBy', 'arrivedBy', 'resolvedBy']),
  note: new Set(['text']),
  staff: new Set(['name', 'nameKana', 'email', 'phone', 'notify']),
  partner: new Set(['contact', 'email', 'phone', 'note']),
  bill: new Set(['lines']),
};
/** The same for an organisation that is a person's home. */
const WITHOUT_VALUES_OF_HOMES: ReadonlySet<string> = new Set([
  'name',
  'nameKana',
  'contact',
  'address',
]);

function isLeftOut(
  collection: string,
  { field, before, after }: FieldChange,
  isHome: boolean,
): boolean {
  if (WITHOUT_VALUES[collection]?.has(field) === true) return true;
  if (collection === 'domain') return isHome && WITHOUT_VALUES_OF_HOMES.has(field);
  return (
    collection === 'bill' &&
    field === 'recipient' &&
    [before, after].some((value) => isDocumentMap(value) && value['isPerson'] === true)
  );
}
const isHomeData = (data: DocumentMap): boolean => data['kind'] === 'individual';

/** Longer values are omitted, so that an entry stays below the size limit of a document. */
const MAX_VALUE_CHARACTERS = 20_000;
const MAX_FIELDS = 40;
/**
 * Values were removed from earlier entries: each change lists an entry's path, its original hash
 * and its present one.
 */
export const REDACTED_ACTION = 'historyRedacted';

/**
 * The history entries of one commit, chained to the previous entries of their tree of
 * organisations. Locks trees in order of their ids, after all other locks of a commit, to avoid
 * deadlocks.
 */
export async function createHistory(
  queries: Queries,
  changes: readonly RowChange[],
  current: ReadonlyMap<string, PlacedRow>,
  recording: Recording,
): Promise<RowChange[]> {
  return chainEntries(
    queries,
    [
      ...changes.flatMap((change) => draftChange(change)),
      ...recording.acts.map((act) => draftAct(act, current)),
    ],
    recording,
  );
}

/** Appends entries to their chains, to be stored in the same transaction. */
export async function chainEntries(
  queries: Queries,
  drafts: readonly Draft[],
  recording: Omit<Recording, 'acts'>,
): Promise<RowChange[]> {
  const rootDomainIds = [...new Set(drafts.map(({ rootDomainId }) => rootDomainId))].toSorted();
  const entries: RowChange[] = [];
  for (const rootDomainId of rootDomainIds) {
    let previousHash = await lockHead(queries, rootDomainId);
    for (const draft of drafts.filter((candidate) => candidate.rootDomainId === rootDomainId)) {
      const entry = {
        ...draft,
        at: recording.at,
        actorId: recording.userId,
        address: recording.address,
        previousHash,
      };
      const id = randomUUID();
      previousHash = hashEntry(entry, id);
      entries.push({
        before: null,
        after: toRow(id, { ...entry, hash: previousHash }, recording.at),
      });
    }
    await queries.query({
      name: 'read_history_head',
      text: 'update update_history_head set hash = $2 where root_domain_id = $1',
      values: [rootDomainId, previousHash],
    });
  }
  return entries;
}

/**
 * SHA-256 over an entry's content, its id and the hash of the previous entry, so that a changed or
 * missing entry is detectable. Entries of older versions have a hash without the id.
 */
export const hashEntry = (entry: DocumentMap, id?: string): string =>
  createHash('sha256')
    .update(
      sortedText(
        encodeFields({ ...withoutHash(entry), ...(id === undefined ? {} : { id }) }, false),
      ),
    )
    .digest('hex');

const withoutHash = (entry: DocumentMap): DocumentMap =>
  Object.fromEntries(Object.entries(entry).filter(([field]) => field !== 'hash'));

type Draft = {
  readonly action: string;
  readonly path: string;
  readonly domainId: string;
  readonly rootDomainId: string;
  readonly changes: readonly FieldChange[];
};
export type FieldChange = {
  readonly field: string;
  readonly before: DocumentValue;
  readonly after: DocumentValue;
};

function draftChange({ before, after }: RowChange): Draft[] {
  const row = after ?? before;
  if (row === null) return [];
  const changes = fieldChanges(row.collection, before?.data ?? {}, after?.data ?? {});
  if (before !== null && after !== null && changes.length === 0) return [];
  return [
    {
      action: before === null ? 'create' : after === null ? 'delete' : 'update',
      path: row.path,
      ...placeIn(row),
      changes,
    },
  ];
}

const draftAct = (
  { action, path, changes = [] }: Act,
  current: ReadonlyMap<string, PlacedRow>,
): Draft => ({ action, path, ...placeIn(current.get(path) ?? null), changes });

/** The organisation of the document, or the first if there are several. */
function placeIn(row: PlacedRow | null): Pick<Draft, 'domainId' | 'rootDomainId'> {
  const { rootDomainId, domainIds } = row?.placement ?? SYSTEM_PLACEMENT;
  return { rootDomainId, domainId: domainIds[0] ?? rootDomainId };
}

function fieldChanges(collection: string, before: DocumentMap, after: DocumentMap): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => COMPUTED_FIELDS[collection]?.has(field) !== true,
  );
  const changed = fields
    .filter((field) => !equalValues(before[field] ?? null, after[field] ?? null))
    .toSorted();
  const isHome = isHomeData(before) || isHomeData(after);
  return changed.slice(0, MAX_FIELDS).map((field) => {
    const whole = { field, before: before[field] ?? null, after: after[field] ?? null };
    return isLeftOut(collection, whole, isHome)
      ? valueless(whole)
      : { field, before: omitLong(whole.before), after: omitLong(whole.after) };
  });
}

/**
 * Removes sensitive values from an entry of an older version. For organisations, pass only entries
 * of homes, because the changes alone do not show which they are.
 */
export function withoutValues(entry: DocumentMap): DocumentMap {
  const { path, changes } = entry;
  if (typeof path !== 'string' || !Array.isArray(changes)) return entry;
  const collection = path.split('/').at(-2) ?? '';
  return {
    ...entry,
    changes: changes.map((change) =>
      isFieldChange(change) && isLeftOut(collection, change, true) ? valueless(change) : change,
    ),
  };
}

const valueless = <Change extends FieldChange>(change: Change): Change => ({
  ...change,
  before: null,
  after: null,
});
const isFieldChange = (value: DocumentValue): value is DocumentMap & FieldChange =>
  isDocumentMap(value) &&
  typeof value['field'] === 'string' &&
  'before' in value &&
  'after' in value;

const omitLong = (value: DocumentValue): DocumentValue =>
  JSON.stringify(encodeFields({ value }, false)).length > MAX_VALUE_CHARACTERS ? null : value;

/** Reads and locks the last hash of a tree, until the transaction ends. */
async function lockHead(queries: Queries, rootDomainId: string): Promise<string> {
  const [row] = await queries.query<{ hash: string }>({
    name: 'lock_history_head',
    text: `insert into update_history_head (root_domain_id, hash) values ($1, '') on conflict (root_domain_id) do update set hash = update_history_head.hash returning hash`,
    values: [rootDomainId],
  });
  return row?.hash ?? '';
}

function toRow(id: string, data: DocumentMap, at: Date): PlacedRow {
  const place = splitDocumentPath(`updateHistory/${id}`);
  return {
    ...place,
    data,
    createdAt: at,
    updatedAt: at,
    version: '',
    placement: resolvePlacement({ ...place, data }, null),
  };
}

/** JSON with sorted keys, because the database does not preserve their order. */
function sortedText(value: WireValue): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // Arrays were handled above, so the object is a map.
  const map = value as WireMap;
  return `{${Object.keys(map)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${sortedText(map[key] ?? null)}`)
    .join(',')}}`;
}
