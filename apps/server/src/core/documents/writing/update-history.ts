import { randomUUID } from 'node:crypto';
import {
  encodeFields,
  equalValues,
  resolvePlacement,
  SYSTEM_PLACEMENT,
  type DocumentMap,
  type DocumentValue,
  COMPUTED_FIELDS,
} from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import { splitDocumentPath, type PlacedRow } from '../document-row.ts';
import { hashEntry, newCommitment } from './entry-hash.ts';
import { isHomeData, isLeftOut, valueless, type FieldChange } from './history-values.ts';
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

/** Longer values are omitted, so that an entry stays below the size limit of a document. */
const MAX_VALUE_CHARACTERS = 20_000;
const MAX_FIELDS = 40;
/**
 * Values were removed from earlier entries: each change lists an entry's path, its original hash
 * and its current one.
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
        commitments: draft.changes.map(newCommitment),
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

type Draft = {
  readonly action: string;
  readonly path: string;
  readonly domainId: string;
  readonly rootDomainId: string;
  readonly changes: readonly FieldChange[];
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
