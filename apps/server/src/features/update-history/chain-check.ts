import type { CHAIN_FAULTS, ChainReport } from '@yamori/domain';
import { decodeFields, type DocumentMap } from '@yamori/domain';
import { z } from 'zod';
import type { Database, Queries } from '../../database/database.ts';
import { hashOfEntry, REDACTED_ACTION } from '../../documents/writing/update-history.ts';
import { readEntries, readHeads } from './update-history-store.ts';

const PAGE = 1000;
const MOST_TOLD = 20;

/** What is needed of an entry to follow the chain; its words are forgotten once they are hashed. */
type Link = { readonly path: string; readonly at: string | null; readonly hash: string; readonly previousHash: string; /** What its words give now. */ readonly found: string };
/** `redactions`: each as its path, the hash before and the one after; an entry may have been redacted more than once. */
type Chain = { readonly links: Link[]; readonly redactions: Set<string> };
type Fault = { readonly kind: (typeof CHAIN_FAULTS)[number]; readonly path: string | null; readonly at: string | null };

/**
 * Looks at every entry of the update history: that it says what its hash says, that each stands on the one before it, and that the
 * newest is the one that the head names. One look at the database as it is at one instant, so entries that are written meanwhile do not show as gaps.
 */
export function checkChains(database: Database): Promise<ChainReport[]> {
  return database.transaction(async (queries) => {
    await queries.query({ text: 'set transaction isolation level repeatable read, read only' });
    const heads = await readHeads(queries);
    const chains = await readChains(queries);
    const roots = [...new Set([...heads.map(({ rootDomainId }) => rootDomainId), ...chains.keys()])].toSorted();
    return roots.map((rootDomainId) => reportOf(rootDomainId, chains.get(rootDomainId) ?? { links: [], redactions: new Set() }, heads.find((head) => head.rootDomainId === rootDomainId)?.hash ?? ''));
  });
}

async function readChains(queries: Queries): Promise<Map<string, Chain>> {
  const chains = new Map<string, Chain>();
  for (let after = ''; ;) {
    const rows = await readEntries(queries, after, PAGE);
    for (const { path, data } of rows) addEntry(chains, path, decodeFields(data));
    after = rows.at(-1)?.path ?? '';
    if (rows.length < PAGE) return chains;
  }
}

const told = z.object({ rootDomainId: z.string().catch(''), hash: z.string().catch(''), previousHash: z.string().catch(''), action: z.string().catch(''), at: z.date().nullable().catch(null) });
const redactedChanges = z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })).catch([]);

function addEntry(chains: Map<string, Chain>, path: string, data: DocumentMap): void {
  const { rootDomainId, hash, previousHash, action, at } = told.parse(data);
  const chain = chains.get(rootDomainId) ?? { links: [], redactions: new Set<string>() };
  chains.set(rootDomainId, chain);
  const found = hashOfEntry(data);
  chain.links.push({ path, at: at?.toISOString() ?? null, hash, previousHash, found: found === hash ? hash : found });
  // Only an entry that is itself as it was written vouches for others.
  if (action === REDACTED_ACTION && found === hash) for (const { field, before, after } of redactedChanges.parse(data['changes'])) chain.redactions.add(redactionOf(field, before, after));
}

const redactionOf = (path: string, before: string, after: string): string => `${path} ${before} ${after}`;

function reportOf(rootDomainId: string, { links, redactions }: Chain, head: string): ChainReport {
  const isRedacted = ({ path, hash, found }: Link): boolean => redactions.has(redactionOf(path, hash, found));
  const differing = links.filter(({ hash, found }) => hash !== found);
  const redacted = differing.filter(isRedacted);
  const changed = differing.filter((link) => !isRedacted(link)).map((link) => faultAt('changed', link));
  const hashes = new Set(links.map(({ hash }) => hash));
  const missing = links.filter(({ previousHash }) => previousHash !== '' && !hashes.has(previousHash)).map((link) => faultAt('missing', link));
  const doubled = [...Map.groupBy(links, ({ previousHash }) => previousHash).values()].flatMap((same) => same.slice(1).map((link) => faultAt('doubled', link)));
  const newest = links.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')).at(-1);
  const end: Fault[] = (head === '' ? links.length > 0 : !hashes.has(head)) ? [{ kind: 'end', path: newest?.path ?? null, at: newest?.at ?? null }] : [];
  const faults = [...changed, ...missing, ...doubled, ...end];
  return { rootDomainId, entries: links.length, redacted: redacted.length, head, faultCount: faults.length, faults: faults.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')).slice(0, MOST_TOLD) };
}

const faultAt = (kind: Fault['kind'], { path, at }: Link): Fault => ({ kind, path, at });
