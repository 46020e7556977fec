import type { CHAIN_FAULTS, ChainReport } from '@yamori/domain';
import {
  decodeFields,
  equalValues,
  resolvePlacement,
  ProblemError,
  type DocumentMap,
  type DocumentValue,
} from '@yamori/domain';
import { z } from 'zod';
import type { Database } from '../../core/database/database.ts';
import {
  findRedacted,
  hashContent,
  hashEntry,
  HASH_PREFIX,
} from '../../core/documents/writing/entry-hash.ts';
import { isRedactable, withoutValues } from '../../core/documents/writing/history-values.ts';
import { REDACTED_ACTION } from '../../core/documents/writing/update-history.ts';
import {
  readEntries,
  readHeads,
  readChainPositions,
  type ChainPosition,
  type StoredEntry,
} from './update-history-store.ts';

const PAGE = 1000;
const MAX_REPORTED = 20;

type Fault = {
  readonly kind: (typeof CHAIN_FAULTS)[number];
  readonly path: string | null;
  readonly at: string | null;
};
type RedactedEntry = {
  readonly path: string;
  readonly at: string | null;
  /** As its redaction names it: path, hash, and the hash of its current content. */
  readonly key: string;
  /** Whether its hash still proves everything but the redacted values. */
  readonly isProven: boolean;
};
/**
 * State of a chain while it is read. Every access to a resident's data adds an entry, so it must
 * fit millions of them.
 */
type Chain = {
  entries: number;
  newest: Pick<Fault, 'path' | 'at'> | null;
  readonly hashes: Set<string>;
  /** Previous hashes that entries refer to. */
  readonly previousHashes: Set<string>;
  readonly redacted: RedactedEntry[];
  /** Keys of redacted entries. An entry may be redacted more than once. */
  readonly redactions: Set<string>;
  readonly faults: FaultList;
};

/**
 * Verifies every entry of the update history: its content matches its hash, its columns match its
 * content, it refers to the previous entry, and the head refers to the newest one. One repeatable
 * read, so that concurrent writes do not appear as gaps.
 */
export function verifyChains(database: Database): Promise<ChainReport[]> {
  return database.transaction(async (queries) => {
    await queries.query({ text: 'set transaction isolation level repeatable read, read only' });
    const heads = await readHeads(queries);
    const chains = new Map<string, Chain>();
    await eachPage(
      (after) => readEntries(queries, after, PAGE),
      (entry) => addStored(chains, entry),
    );
    // The previous hashes can be checked only after all hashes are known.
    await eachPage(
      (after) => readChainPositions(queries, after, PAGE),
      (position) => addMissing(chains, position),
    );
    const roots = [
      ...new Set([...heads.map(({ rootDomainId }) => rootDomainId), ...chains.keys()]),
    ].toSorted();
    return roots.map((rootDomainId) =>
      toReport(
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
  previousHashes: new Set(),
  redacted: [],
  redactions: new Set(),
  faults: createFaultList(),
});

const entryFields = z.object({
  rootDomainId: z.string().catch(''),
  hash: z.string().catch(''),
  previousHash: z.string().catch(''),
  action: z.string().catch(''),
  at: z.date().nullable().catch(null),
});
const redactedChanges = z
  .array(z.object({ field: z.string(), before: z.string(), after: z.string() }))
  .catch([]);
const fieldChanges = z.object({
  path: z.string(),
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.custom<DocumentValue>(),
      after: z.custom<DocumentValue>(),
    }),
  ),
});

/** An entry that cannot be decoded was changed, but its hashes still belong to its chain. */
function addStored(chains: Map<string, Chain>, stored: StoredEntry): void {
  const { path, data } = stored;
  try {
    addEntry(chains, stored, decodeFields(data));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { rootDomainId, hash, previousHash } = entryFields.parse(data);
    const chain = getChain(chains, rootDomainId);
    chain.entries += 1;
    chain.hashes.add(shorten(hash));
    chain.previousHashes.add(shorten(previousHash));
    chain.faults.add({ kind: 'changed', path, at: null });
  }
}

function getChain(chains: Map<string, Chain>, rootDomainId: string): Chain {
  const chain = chains.get(rootDomainId) ?? emptyChain();
  chains.set(rootDomainId, chain);
  return chain;
}

/**
 * Queries find entries by columns, so a column that differs from the content would hide an entry.
 */
function isPlaced(
  { path, placedId, holder, placedRoot, placedIn, placedWith, placedAt }: StoredEntry,
  data: DocumentMap,
): boolean {
  const { rootDomainId, domainIds, sharedWith } = resolvePlacement(
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
  const { rootDomainId, hash, previousHash, action, at: writtenAt } = entryFields.parse(data);
  const chain = getChain(chains, rootDomainId);
  const at = writtenAt?.toISOString() ?? null;
  chain.entries += 1;
  if (chain.newest === null || (at ?? '') >= (chain.newest.at ?? '')) chain.newest = { path, at };
  chain.hashes.add(shorten(hash));
  if (chain.previousHashes.has(shorten(previousHash)))
    chain.faults.add({ kind: 'doubled', path, at });
  chain.previousHashes.add(shorten(previousHash));
  const integrity = isPlaced(stored, data) ? verifyContent(data, hash, stored.placedId) : 'changed';
  if (integrity === 'changed') return chain.faults.add({ kind: 'changed', path, at });
  if (integrity !== 'original')
    chain.redacted.push({
      path,
      at,
      key: toRedactionKey(path, hash, hashContent(data)),
      isProven: integrity === 'redacted',
    });
  // Only an unchanged entry can vouch for a redaction.
  if (action === REDACTED_ACTION && integrity === 'original')
    for (const { field, before, after } of redactedChanges.parse(data['changes']))
      chain.redactions.add(toRedactionKey(field, before, after));
}

/**
 * `unproven`: the values that a redaction removes are missing, but an entry of an older version has
 * no hash without them, so nothing proves the rest.
 */
type Integrity = 'original' | 'redacted' | 'unproven' | 'changed';

function verifyContent(data: DocumentMap, hash: string, id: string): Integrity {
  const { data: parsed } = fieldChanges.safeParse(data);
  const canBeRedacted = (parsed?.changes ?? []).map((change) =>
    isRedactable(parsed?.path ?? '', change),
  );
  if (hash.startsWith(HASH_PREFIX)) {
    if (hash !== hashEntry(data, id)) return 'changed';
    const redacted = findRedacted(data);
    if (redacted.length === 0) return 'original';
    return redacted.every((index) => canBeRedacted[index] === true) ? 'redacted' : 'changed';
  }
  if (hash === hashContent(data, id) || hash === hashContent(data)) return 'original';
  return canBeRedacted.includes(true) && equalValues(withoutValues(data), data)
    ? 'unproven'
    : 'changed';
}

function addMissing(
  chains: Map<string, Chain>,
  { path, rootDomainId, previousHash, at }: ChainPosition,
): void {
  const chain = chains.get(rootDomainId);
  if (previousHash !== '' && chain?.hashes.has(shorten(previousHash)) === false)
    chain.faults.add({ kind: 'missing', path, at });
}

/**
 * The format and half of a SHA-256 as a new string; a substring would keep the whole string in
 * memory.
 */
function shorten(hash: string): string {
  const hasPrefix = hash.startsWith(HASH_PREFIX);
  const digest = hasPrefix ? hash.slice(HASH_PREFIX.length) : hash;
  if (!/^[0-9a-f]{64}$/.test(digest)) return hash;
  return `${hasPrefix ? 's' : ''}${Buffer.from(digest, 'hex').toString('latin1', 0, 16)}`;
}

const toRedactionKey = (path: string, before: string, after: string): string =>
  `${path} ${before} ${after}`;

function toReport(
  rootDomainId: string,
  { entries, newest, hashes, redacted, redactions, faults }: Chain,
  head: string,
): ChainReport {
  const recorded = redacted.filter(({ key }) => redactions.has(key));
  for (const { path, at, key } of redacted)
    if (!redactions.has(key)) faults.add({ kind: 'changed', path, at });
  if (head === '' ? entries > 0 : !hashes.has(shorten(head)))
    faults.add({ kind: 'end', path: newest?.path ?? null, at: newest?.at ?? null });
  return {
    rootDomainId,
    entries,
    redacted: recorded.length,
    unprovenRedacted: recorded.filter(({ isProven }) => !isProven).length,
    head,
    ...faults.earliest(),
  };
}

type FaultList = {
  readonly add: (fault: Fault) => void;
  readonly earliest: () => { readonly faultCount: number; readonly faults: Fault[] };
};

/** Counts all faults and keeps the earliest ones. */
function createFaultList(): FaultList {
  const state = { count: 0, kept: [] as Fault[] };
  const earliest = (): Fault[] =>
    state.kept.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')).slice(0, MAX_REPORTED);
  return {
    add(fault) {
      state.count += 1;
      state.kept.push(fault);
      if (state.kept.length > 50 * MAX_REPORTED) state.kept = earliest();
    },
    earliest: () => ({ faultCount: state.count, faults: earliest() }),
  };
}
