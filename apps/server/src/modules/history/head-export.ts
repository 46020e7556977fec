import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Queries } from '../../core/database/database.ts';
import { readHeads } from './update-history-store.ts';

/** A line of the export: the head of each chain at that time. */
const exportedHeads = z.object({
  at: z.string(),
  heads: z.array(z.object({ rootDomainId: z.string(), hash: z.string() })),
});
export type ExportedHeads = z.infer<typeof exportedHeads>;

type HeadExportOptions = {
  readonly database: Database;
  /** A file to append lines to, or an http(s) URL to post each line to. */
  readonly target: string;
  readonly everyMs: number;
  readonly now: () => Date;
  readonly log: Logger;
};

const POST_TIMEOUT_MS = 30_000;

/**
 * Exports the heads of all chains on a schedule to a place that the database's owner cannot write
 * to, so that rewriting a chain behind an exported head is detectable.
 */
export function startHeadExport(options: HeadExportOptions): {
  readonly close: () => Promise<void>;
} {
  const state = { last: '', running: Promise.resolve() };
  const exportOnce = async (): Promise<void> => {
    try {
      const heads = await readHeads(options.database);
      const text = JSON.stringify(
        heads.toSorted((a, b) => (a.rootDomainId < b.rootDomainId ? -1 : 1)),
      );
      if (text === state.last) return;
      await send(options.target, `{"at":"${options.now().toISOString()}","heads":${text}}\n`);
      state.last = text;
    } catch (error) {
      options.log.error(
        { err: error, code: 'history-heads-not-exported' },
        'update history heads not exported; will retry',
      );
    }
  };
  const trigger = (): void => {
    state.running = state.running.then(exportOnce);
  };
  trigger();
  const timer = setInterval(trigger, options.everyMs);
  return {
    close: async () => {
      clearInterval(timer);
      await state.running;
    },
  };
}

const isAddress = (target: string): boolean => /^https?:\/\//.test(target);

async function send(target: string, line: string): Promise<void> {
  if (!isAddress(target)) {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    return appendFile(target, line, { mode: 0o600, flush: true });
  }
  const reply = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: line,
    redirect: 'error',
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  });
  if (!reply.ok) throw new Error(`the receiver rejected the heads with status ${reply.status}`);
}

/** Parses an exported file, oldest line first. Skips a line that a crash has truncated. */
export const parseExportedHeads = (text: string): ExportedHeads[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [exportedHeads.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });

/** An exported head that its chain no longer has, and the first entry that may be wrong. */
export type LostHead = {
  readonly rootDomainId: string;
  readonly exportedAt: string;
  readonly hash: string;
  /** Null if all entries after the last confirmed head are gone. */
  readonly path: string | null;
  readonly at: string | null;
};

/** The first lost head of each chain; empty if every exported head is still in its chain. */
export async function findLostHeads(
  queries: Queries,
  exported: readonly ExportedHeads[],
): Promise<LostHead[]> {
  const byRoot = new Map<string, { hash: string; at: string }[]>();
  for (const { at, heads } of exported)
    for (const { rootDomainId, hash } of heads)
      byRoot.set(rootDomainId, [...(byRoot.get(rootDomainId) ?? []), { hash, at }]);
  const lost: LostHead[] = [];
  for (const [rootDomainId, heads] of byRoot) {
    const kept = await readHashes(
      queries,
      rootDomainId,
      heads.map(({ hash }) => hash),
    );
    const index = heads.findIndex(({ hash }) => !kept.has(hash));
    const head = heads[index];
    if (head === undefined) continue;
    const next = await readEntryAfter(queries, rootDomainId, heads[index - 1]?.hash ?? '');
    lost.push({
      rootDomainId,
      exportedAt: head.at,
      hash: head.hash,
      path: next?.path ?? null,
      at: next?.at ?? null,
    });
  }
  return lost;
}

async function readHashes(
  queries: Queries,
  rootDomainId: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries.query<{ hash: string }>({
    name: 'list_history_hashes',
    text: `select data->>'hash' as hash from documents
      where collection = 'updateHistory' and data->>'rootDomainId' = $1 and data->>'hash' = any($2)`,
    values: [rootDomainId, hashes],
  });
  return new Set(rows.map(({ hash }) => hash));
}

async function readEntryAfter(
  queries: Queries,
  rootDomainId: string,
  hash: string,
): Promise<{ path: string; at: string | null } | undefined> {
  const [row] = await queries.query<{ path: string; at: string | null }>({
    name: 'find_history_entry_after',
    text: `select path, data->'at'->>'$date' as at from documents
      where collection = 'updateHistory' and data->>'rootDomainId' = $1 and data->>'previousHash' = $2`,
    values: [rootDomainId, hash],
  });
  return row;
}
