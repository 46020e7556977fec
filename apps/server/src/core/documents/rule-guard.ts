import {
  equalValues,
  holderPath,
  isVisible,
  ProblemError,
  SYSTEM_ROOT,
  type Actor,
  type CollectionRule,
  type DocumentMap,
  type DocumentValue,
  type Write,
} from '@yamori/domain';
import type { Queries } from '../database/database.ts';
import { validateEditTime } from './writing/validate-edit-time.ts';
import type { CommitGuard } from './writing/commit-guard.ts';
import { type PlacedRow, readRows } from './document-row.ts';
import { isPlacedRightly } from './writing/document-placement.ts';
import { withoutFields } from './document-presentation.ts';
import { getRights, type RuleTable } from './document-rights.ts';
import { rejectForeignReferences } from './room-ownership.ts';
import type { RowChange } from './writing/unique-keys.ts';
import { rejectSignInChange, type OffersMethod } from './writing/sign-in-change.ts';
import { preserveFields } from './writing/write-batch.ts';

/** Access rules for a batch of one actor. */
export function createRuleGuard(rules: RuleTable, actor: Actor, offers: OffersMethod): CommitGuard {
  const sees = (row: PlacedRow): boolean =>
    isVisible(row, getRights(rules, actor, row.collection).visibility);

  const isSeen = async (
    path: string,
    queries: Queries,
    batch: readonly RowChange[],
  ): Promise<boolean> => {
    const written = batch.find((change) => (change.after ?? change.before)?.path === path);
    const row = written === undefined ? (await readRows(queries, [path])).get(path) : written.after;
    return row !== null && row !== undefined && sees(row);
  };

  /**
   * A device reveals the resident of its room, so only actors who see the room may assign one.
   * Below an invisible document, errors are the same as below a missing one.
   */
  async function rejectUnseenHolder(
    before: PlacedRow | null,
    after: PlacedRow,
    queries: Queries,
    batch: readonly RowChange[],
  ): Promise<void> {
    const path = holderPath(after);
    if (
      path === null ||
      (before !== null && holderPath(before) === path) ||
      (await isSeen(path, queries, batch))
    )
      return;
    throw new ProblemError(
      after.parentPath === '' ? 'document-not-found' : 'document-parent-missing',
      {
        place: path,
      },
    );
  }

  return {
    sees,
    shape: (write, before, after) => {
      const { rule, hidden } = getRights(rules, actor, collectionNameAt(write.path));
      return preserveProtected(write, before, after, { hidden, server: rule.serverFields });
    },
    decide: async ({ before: stored, after }, queries, batch) => {
      const before = stored && sees(stored) ? stored : null;
      const row = after ?? stored;
      const { rule } = getRights(rules, actor, row?.collection ?? '');
      if (after && after.parentPath !== '') await rejectUnseenHolder(before, after, queries, batch);
      if (!isAllowed(rule, actor, before, after))
        throw new ProblemError('document-forbidden', { place: row?.path ?? '' });
      if (after) validateEditTime(actor, before, after);
      if (before === null && after) await rejectKnownPerson(after, queries);
      if (stored === null && after) await rejectKnownOrganisation(after, queries);
      if (after) await rejectUnknownType(before, after, queries, batch);
      if (after) await rejectSignInChange(actor, before, after, queries, offers);
      if (after && movesDomain(before, after) && !(await isPlacedRightly(queries, after)))
        throw new ProblemError('document-placement-invalid', { place: after.path });
      if (after && after.parentPath === '') await rejectUnseenHolder(before, after, queries, batch);
      if (after) await rejectForeignReferences(before, after, queries, batch);
      // Actors without the right to create here failed above, whether the path is taken or not; the
      // others learn only that the write is impossible.
      if (before !== stored)
        throw new ProblemError('document-forbidden', { place: row?.path ?? '' });
    },
  };
}

/** A person with an account becomes a member by accepting, never by another member's write. */
async function rejectKnownPerson(after: PlacedRow, queries: Queries): Promise<void> {
  if (after.collection !== 'staff') return;
  const known = await queries.query({
    name: 'check_staff_known',
    text: 'select 1 from auth_user where id = $1',
    values: [after.id],
  });
  if (known.length > 0) throw new ProblemError('document-forbidden', { place: after.path });
}

/**
 * Access to documents and to the audit log follows the ids of organisations. So the id of a new
 * organisation must not be the system's, nor one that stored documents name: the audit log of a
 * deleted organisation remains.
 */
async function rejectKnownOrganisation(after: PlacedRow, queries: Queries): Promise<void> {
  if (after.collection !== 'domain' || after.parentPath !== '') return;
  const known = await queries.query({
    name: 'check_domain_known',
    text: 'select 1 from documents where domain_ids @> array[$1] limit 1',
    values: [after.id],
  });
  if (after.id === SYSTEM_ROOT || known.length > 0)
    throw new ProblemError('document-forbidden', { place: after.path });
}

/** A device's type must exist, because it determines streams and daily price. */
async function rejectUnknownType(
  before: PlacedRow | null,
  after: PlacedRow,
  queries: Queries,
  batch: readonly RowChange[],
): Promise<void> {
  const { typeId } = after.data;
  if (
    after.collection !== 'device' ||
    typeof typeId !== 'string' ||
    typeId === before?.data['typeId']
  )
    return;
  const path = `deviceType/${typeId}`;
  const written = batch.find((change) => (change.after ?? change.before)?.path === path);
  const exists =
    written === undefined
      ? typeId !== '' && !typeId.includes('/') && (await readRows(queries, [path])).has(path)
      : written.after !== null;
  if (!exists)
    throw new ProblemError('document-invalid', {
      place: after.path,
      issues: [{ field: 'typeId', code: 'value-wrong' }],
    });
}

function isAllowed(
  rule: CollectionRule,
  actor: Actor,
  before: PlacedRow | null,
  after: PlacedRow | null,
): boolean {
  if (before && after) return rule.mayUpdate(actor, before, after);
  if (after) return rule.mayCreate(actor, after);
  return before === null || rule.mayDelete(actor, before);
}

const PLACE_FIELDS = ['domainId', 'rootDomainId', 'parentDomainId', 'ancestorIds'];
const movesDomain = (before: PlacedRow | null, after: PlacedRow): boolean =>
  before === null || PLACE_FIELDS.some((field) => !same(before.data[field], after.data[field]));

type Protected = { readonly hidden: readonly string[]; readonly server: readonly string[] };

/**
 * Protects hidden and server fields: naming one is an error, and a full write keeps its value. Full
 * writes may include server fields unchanged, as read.
 */
function preserveProtected(
  write: Write,
  before: PlacedRow | null,
  after: DocumentMap,
  { hidden, server }: Protected,
): DocumentMap {
  const named = fieldsNamed(write);
  const refused = named.find(
    (field) =>
      hidden.includes(field) ||
      (server.includes(field) &&
        !isUntouched(write, before?.data ?? null, after, { field, hidden })),
  );
  if (refused !== undefined) throw new ProblemError('field-refused', { place: refused });
  return before === null
    ? after
    : preserveFields(before.data, after, [
        ...hidden.filter((field) => !field.includes('.') && !named.includes(field)),
        ...server,
      ]);
}

/** Whether a full write leaves a field as the writer sees it; hidden parts are restored later. */
function isUntouched(
  write: Write,
  before: DocumentMap | null,
  after: DocumentMap,
  { field, hidden }: { readonly field: string; readonly hidden: readonly string[] },
): boolean {
  if (write.kind === 'update') return false;
  return before === null
    ? (after[field] ?? null) === null
    : same(withoutFields(before, hidden)[field], withoutFields(after, hidden)[field]);
}

function fieldsNamed(write: Write): string[] {
  if (write.kind === 'update') return write.fields.map(({ field }) => field[0] ?? '');
  if (write.kind === 'create') return Object.keys(write.data);
  if (write.kind !== 'set') return [];
  return write.mergeFields
    ? write.mergeFields.map((field) => field[0] ?? '')
    : Object.keys(write.data);
}

const same = (a: DocumentValue | undefined, b: DocumentValue | undefined): boolean =>
  a === undefined || b === undefined ? a === b : equalValues(a, b);

const collectionNameAt = (path: string): string => path.split('/').at(-2) ?? '';
