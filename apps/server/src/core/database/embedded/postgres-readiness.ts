import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ProblemError } from '@yamori/domain';
import type { SupervisedProcess } from './supervised-process.ts';

/** After a crash PostgreSQL first replays its write-ahead log. */
const START_TIMEOUT_MS = 60_000;

/** Setting with a value that only this launch has. */
export const LAUNCH_SETTING = 'yamori.launch';

type ReadyOptions = {
  readonly url: string;
  /** The value of LAUNCH_SETTING. Another PostgreSQL may answer at the same address. */
  readonly launchId: string;
  readonly logPath: string;
};

/**
 * Resolves when this PostgreSQL accepts connections; rejects with the end of its log if it exits
 * first.
 */
export async function waitUntilReady(
  guarded: SupervisedProcess,
  { url, launchId, logPath }: ReadyOptions,
): Promise<void> {
  const state = { hasExited: false };
  void guarded.exited.then(() => {
    state.hasExited = true;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    if (await answers(url, launchId)) return;
    if (state.hasExited)
      throw new ProblemError('postgres-not-started', {
        details: { reason: await lastLines(logPath), advice: `see ${logPath}` },
      });
    if (performance.now() > deadline) {
      guarded.interrupt();
      throw new ProblemError('postgres-not-started', {
        details: { reason: 'no answer within 60 s', advice: `see ${logPath}` },
      });
    }
    await wait(20);
  }
}

async function answers(url: string, launchId: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    // PostgreSQL closed the connection, so `end` would fail too.
    return false;
  }
  const found = await client
    .query<{ id: string | null }>('select current_setting($1, true) as id', [LAUNCH_SETTING])
    .catch(() => null);
  await client.end().catch(() => undefined);
  return found?.rows[0]?.id === launchId;
}

const lastLines = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-3).join(' | ');
