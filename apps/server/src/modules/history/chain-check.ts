import type { CHAIN_FAULTS, ChainReport } from '@yamori/domain';
import {
  decodeFields,
  equalValues,
  placementOf,
  ProblemError,
  type DocumentMap,
} from '@yamori/domain';
import { z } from 'zod';
import type { Database } from '../../core/database/database.ts';
import { hashOfEntry, REDACTED_ACTION } from '../../core/documents/writing/update-history.ts';
import {
  readEntries,
  readHeads,
  readStandings,
  type EntryStanding,
  type StoredEntry,
} from './update-history-store.ts';

const PAGE = 1000;
const MOST_TOLD = 20;

type Fault = {
  readonly kind: (typeof CHAIN_FAULTS)[number];
  readonly path: string | null;
  readonly at: string | null;
};
type Entry = {
  readonly path: string;
  readonly at: string | null;
  readonly hash: string;
  readonly previousHash: string;
  /** What its words give now. */
  readonly found: string;
};
/**
 * What is kept of a chain while it is read: of each look at a resident there is an entry, so
 * millions of them have to fit.
 */
type Chain = {
  entries: number;
  newest: Pick<Entry, 'path' | 'at'> | null;
  readonly hashes: Set<string>;
  /** Hashes that an entry has been found to stand on. */
  readonly stoodOn: Set<string>;
  /** Whose words do not give their hash. */
  readonly differing: Entry[];
  /**
   * Each as its path, the hash before and the one after; an entry may have been redacted more than
   * once.
   */
  readonly redactions: Set<string>;
  readonly faults: FaultList;
};

/**
 * Looks at every entry of the update history: that it says what its hash says, that it is found by
 * what it says, that each stands on the one before it, and that the newest is the one that the head
 * names. One look at the database as it is at one instant, so entries that are written meanwhile do
 * not show as gaps.
 */
export function checkChains(database: Database): Promise<ChainReport[]> {
  return database.transaction(async (queries) => {
    await queries.query({ text: 'set transaction isolation level repeatable read, read only' });
    const heads = await readHeads(queries);
    const chains = new Map<string, Chain>();
    await eachPage(
      (after) => readEntries(queries, after, PAGE),
      (entry) => addStored(chains, entry),
    );
    // Only now all hashes are known that one can stand on.
    await eachPage(
      (after) => readStandings(queries, after, PAGE),
      (standing) => addMissing(chains, standing),
    );
    const roots = [
      ...new Set([...heads.map(({ rootDomainId }) => rootDomainId), ...chains.keys()]),
    ].toSorted();
    return roots.map((rootDomainId) =>
      reportOf(
        rootDomainId,
        chains.get(rootDomainId) ?? emptyChain(),
        heads.find((head) => head.rootDomainId === rootDomainId)?.hash ?? '',
      ),
    );
  });
}

async function eachPage<Row extends { readonly path: string }>(
  read: (after: string) => Promise<Row[]>,
  take: (row: Row) => void,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await read(after);
    rows.forEach(take);
    after = rows.at(-1)?.path ?? '';
    if (rows.length < PAGE) return;
  }
}

const emptyChain = (): Chain => ({
  entries: 0,
  newest: null,
  hashes: new Set(),
  stoodOn: new Set(),
  differing: [],
  redactions: new Set(),
  faults: createFaultList(),
});

const told = z.object({
  rootDomainId: z.string().catch(''),
  hash: z.string().catch(''),
  previousHash: z.string().catch(''),
  action: z.string().catch(''),
  at: z.date().nullable().catch(null),
});
const redactedChanges = z
  .array(z.object({ field: z.string(), before: z.string(), after: z.string() }))
  .catch([]);

/** What no server wrote like this was changed; what is left of it still stands in its chain. */
function addStored(chains: Map<string, Chain>, stored: StoredEntry): void {
  const { path, data } = stored;
  try {
    addEntry(chains, stored, decodeFields(data));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { rootDomainId, hash, previousHash } = told.parse(data);
    const chain = chainOf(chains, rootDomainId);
    chain.entries += 1;
    chain.hashes.add(shortOf(hash));
    chain.stoodOn.add(shortOf(previousHash));
    chain.faults.add({ kind: 'changed', path, at: null });
  }
}

function chainOf(chains: Map<string, Chain>, rootDomainId: string): Chain {
  const chain = chains.get(rootDomainId) ?? emptyChain();
  chains.set(rootDomainId, chain);
  return chain;
}

/**
 * Whoever is led to entries by what stands beside them is led to what they say: a column that says
 * something else hides one without touching its hash.
 */
function isPlaced(
  { path, placedId, holder, placedRoot, placedIn, placedWith, placedAt }: StoredEntry,
  data: DocumentMap,
): boolean {
  const { rootDomainId, domainIds, sharedWith } = placementOf(
    { collection: 'updateHistory', id: placedId, parentPath: '', data },
    null,
  );
  return (
    path === `updateHistory/${placedId}` &&
    holder === null &&
    rootDomainId === placedRoot &&
    equalValues([...domainIds], [...placedIn]) &&
    equalValues([...sharedWith], [...placedWith]) &&
    equalValues(data['at'] ?? null, placedAt)
  );
}

function addEntry(chains: Map<string, Chain>, stored: StoredEntry, data: DocumentMap): void {
  const { path } = stored;
  const { rootDomainId, hash, previousHash, action, at: writtenAt } = told.parse(data);
  const chain = chainOf(chains, rootDomainId);
  const found = hashOfEntry(data);
  const at = writtenAt?.toISOString() ?? null;
  chain.entries += 1;
  if (chain.newest === null || (at ?? '') >= (chain.newest.at ?? '')) chain.newest = { path, at };
  chain.hashes.add(shortOf(hash));
  if (chain.stoodOn.has(shortOf(previousHash))) chain.faults.add({ kind: 'doubled', path, at });
  chain.stoodOn.add(shortOf(previousHash));
  if (found !== hash) chain.differing.push({ path, at, hash, previousHash, found });
  else if (!isPlaced(stored, data)) chain.faults.add({ kind: 'changed', path, at });
  // Only an entry that is itself as it was written vouches for others.
  if (action === REDACTED_ACTION && found === hash)
    for (const { field, before, after } of redactedChanges.parse(data['changes']))
      chain.redactions.add(redactionOf(field, before, after));
}

function addMissing(
  chains: Map<string, Chain>,
  { path, rootDomainId, previousHash, at }: EntryStanding,
): void {
  const chain = chains.get(rootDomainId);
  if (previousHash !== '' && chain?.hashes.has(shortOf(previousHash)) === false)
    chain.faults.add({ kind: 'missing', path, at });
}

/** Half of a SHA-256, as a string of its own: a part of the whole would keep the whole. */
const shortOf = (hash: string): string =>
  /^[0-9a-f]{64}$/.test(hash) ? Buffer.from(hash, 'hex').toString('latin1', 0, 16) : hash;

const redactionOf = (path: string, before: string, after: string): string =>
  `${path} ${before} ${after}`;

function reportOf(
  rootDomainId: string,
  { entries, newest, hashes, differing, redactions, faults }: Chain,
  head: string,
): ChainReport {
  const changed = differing.filter(
    ({ path, hash, found }) => !redactions.has(redactionOf(path, hash, found)),
  );
  for (const { path, at } of changed) faults.add({ kind: 'changed', path, at });
  if (head === '' ? entries > 0 : !hashes.has(shortOf(head)))
    faults.add({ kind: 'end', path: newest?.path ?? null, at: newest?.at ?? null });
  return {
    rootDomainId,
    entries,
    redacted: differing.length - changed.length,
    head,
    ...faults.earliest(),
  };
}

type FaultList = {
  readonly add: (fault: Fault) => void;
  readonly earliest: () => { readonly faultCount: number; readonly faults: Fault[] };
};

/** Counts all, and keeps the earliest. */
function createFaultList(): FaultList {
  const state = { count: 0, kept: [] as Fault[] };
  const earliest = (): Fault[] =>
    state.kept.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')).slice(0, MOST_TOLD);
  return {
    add(fault) {
      state.count += 1;
      state.kept.push(fault);
      if (state.kept.length > 50 * MOST_TOLD) state.kept = earliest();
    },
    earliest: () => ({ faultCount: state.count, faults: earliest() }),
  };
}
