import { createHash, randomUUID } from 'node:crypto';
import {
  encodeFields,
  equalValues,
  isDocumentMap,
  placementOf,
  SYSTEM_PLACEMENT,
  type DocumentMap,
  type DocumentValue,
  type WireMap,
  type WireValue,
} from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import { placeOf, type PlacedRow } from '../document-row.ts';
import type { RowChange } from './unique-keys.ts';

/**
 * Something that somebody did to what a document stands for, where its fields do not say it: gave a
 * new password, ended sessions.
 */
export type Act = {
  readonly action: string;
  readonly path: string;
  /** What an entry says of it beside that; nothing of a person. */
  readonly changes?: readonly FieldChange[];
};

export type Recording = {
  readonly userId: string;
  readonly address: string;
  readonly at: Date;
  readonly acts: readonly Act[];
};

/** Left out: what servers work out is no change that somebody made. */
const WORKED_OUT: Readonly<Record<string, ReadonlySet<string>>> = {
  room: new Set(['live']),
  device: new Set(['status']),
  // How far the server is with a file, and what it found in it.
  uploadHistory: new Set([
    'progress',
    'format',
    'streams',
    'streamTable',
    'frames',
    'badFrames',
    'addedFrames',
    'repeatedFrames',
    'gaps',
    'faults',
    'error',
    'uploadId',
    'from',
    'to',
    'deviceSerial',
  ]),
};
/**
 * Named, but without their values: secrets, and what tells or may tell of a person: who a member or
 * a resident is, what was written of somebody's health, free words (notes, tags, names of devices
 * and of files), whom to speak to at a partner, and what a bill's lines say of its customers. The
 * history cannot be changed, and outlives an account whose owner deletes it (decisions 016 and
 * 055).
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
/** The same where an organisation is somebody's home. */
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
const isHomeOf = (data: DocumentMap): boolean => data['kind'] === 'individual';

/**
 * Of one value; a longer one is named without it, so that an entry stays smaller than a document
 * may be.
 */
const MOST_VALUE_CHARACTERS = 20_000;
const MOST_FIELDS = 40;
/**
 * Values were taken out of earlier entries: each is a change with its path, the hash that it had
 * and the one that its words give now.
 */
export const REDACTED_ACTION = 'historyRedacted';

/**
 * The entries of one commit, chained to those before them in their tree of organisations. Trees are
 * locked in the order of their ids and last of all that a commit locks, so that no two wait for
 * each other.
 */
export async function historyOf(
  queries: Queries,
  changes: readonly RowChange[],
  current: ReadonlyMap<string, PlacedRow>,
  recording: Recording,
): Promise<RowChange[]> {
  return chainEntries(
    queries,
    [
      ...changes.flatMap((change) => draftOfChange(change)),
      ...recording.acts.map((act) => draftOfAct(act, current)),
    ],
    recording,
  );
}

/** Puts entries at the ends of their chains, to be stored in the same transaction. */
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
      previousHash = hashOfEntry(entry);
      entries.push({ before: null, after: rowOf({ ...entry, hash: previousHash }, recording.at) });
    }
    await queries.query({
      name: 'history-head',
      text: 'update update_history_head set hash = $2 where root_domain_id = $1',
      values: [rootDomainId, previousHash],
    });
  }
  return entries;
}

/**
 * SHA-256 over all that an entry says, with the hash of the one before it: none can be changed or
 * taken out unseen.
 */
export const hashOfEntry = (entry: DocumentMap): string =>
  createHash('sha256')
    .update(sortedText(encodeFields(withoutHash(entry), false)))
    .digest('hex');

const withoutHash = (entry: DocumentMap): DocumentMap =>
  Object.fromEntries(Object.entries(entry).filter(([field]) => field !== 'hash'));

export type Draft = {
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

function draftOfChange({ before, after }: RowChange): Draft[] {
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

const draftOfAct = (
  { action, path, changes = [] }: Act,
  current: ReadonlyMap<string, PlacedRow>,
): Draft => ({ action, path, ...placeIn(current.get(path) ?? null), changes });

/**
 * Whose history it is: of the organisation that the document belongs to, the first where there are
 * several.
 */
function placeIn(row: PlacedRow | null): Pick<Draft, 'domainId' | 'rootDomainId'> {
  const { rootDomainId, domainIds } = row?.placement ?? SYSTEM_PLACEMENT;
  return { rootDomainId, domainId: domainIds[0] ?? rootDomainId };
}

function fieldChanges(collection: string, before: DocumentMap, after: DocumentMap): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => WORKED_OUT[collection]?.has(field) !== true,
  );
  const changed = fields
    .filter((field) => !equalValues(before[field] ?? null, after[field] ?? null))
    .toSorted();
  const isHome = isHomeOf(before) || isHomeOf(after);
  return changed.slice(0, MOST_FIELDS).map((field) => {
    const whole = { field, before: before[field] ?? null, after: after[field] ?? null };
    return isLeftOut(collection, whole, isHome)
      ? valueless(whole)
      : { field, before: shortOf(whole.before), after: shortOf(whole.after) };
  });
}

/**
 * An entry that was written before its values were left out, without them. Of organisations only
 * those of homes may be given: what was changed does not tell.
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

const shortOf = (value: DocumentValue): DocumentValue =>
  JSON.stringify(encodeFields({ value }, false)).length > MOST_VALUE_CHARACTERS ? null : value;

/**
 * The hash that the next entry of this tree begins from; nobody else adds to it until we commit.
 */
async function lockHead(queries: Queries, rootDomainId: string): Promise<string> {
  const [row] = await queries.query<{ hash: string }>({
    name: 'history-lock',
    text: `insert into update_history_head (root_domain_id, hash) values ($1, '') on conflict (root_domain_id) do update set hash = update_history_head.hash returning hash`,
    values: [rootDomainId],
  });
  return row?.hash ?? '';
}

function rowOf(data: DocumentMap, at: Date): PlacedRow {
  const place = placeOf(`updateHistory/${randomUUID()}`);
  return {
    ...place,
    data,
    createdAt: at,
    updatedAt: at,
    version: '',
    placement: placementOf({ ...place, data }, null),
  };
}

/** JSON whose keys stand in one order: the database keeps them in another than we gave them. */
function sortedText(value: WireValue): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // An array was told above; what is left of objects is a map.
  const map = value as WireMap;
  return `{${Object.keys(map)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${sortedText(map[key] ?? null)}`)
    .join(',')}}`;
}
