import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

/** Name prefix of unfinished backups, distinct from any other folder. */
const PREFIX = '.yamori-backup-part-';
const MAKER_NAME = 'maker.json';
/**
 * A partial folder without writes for this long is abandoned, because a running backup writes every
 * few seconds.
 */
const REST_MS = 3_600_000;

const maker = z.strictObject({ host: z.string(), pid: z.int().positive() });

/**
 * Creates a folder next to `to` for an unfinished backup. It names its maker until `endPartial`.
 */
export async function beginPartial(to: string): Promise<string> {
  await mkdir(dirname(to), { recursive: true });
  const folder = await mkdtemp(join(dirname(to), `${PREFIX}${basename(to)}-`));
  await writeFile(
    join(folder, MAKER_NAME),
    JSON.stringify({ host: hostname(), pid: process.pid }),
    { mode: 0o600, flush: true },
  );
  return folder;
}

/** Removes the maker file, so that only the backup remains. */
export const endPartial = (folder: string): Promise<void> =>
  rm(join(folder, MAKER_NAME), { force: true });

/**
 * Removes partial folders of killed backups next to `to`. Only folders whose maker ran on this
 * machine and has ended, and that have not changed for an hour, because a pid says nothing about
 * processes of other machines or containers. Keeps folders that cannot be removed. @returns the
 * names of the removed folders
 */
export async function removeAbandoned(to: string, now: Date): Promise<string[]> {
  const siblings = await readdir(dirname(to)).catch(() => []);
  const removed: string[] = [];
  for (const name of siblings.filter((each) => each.startsWith(PREFIX))) {
    const folder = join(dirname(to), name);
    if (!(await isAbandoned(folder, now))) continue;
    await rm(folder, { recursive: true, force: true }).then(
      () => removed.push(name),
      () => undefined,
    );
  }
  return removed;
}

async function isAbandoned(folder: string, now: Date): Promise<boolean> {
  try {
    const files = await readdir(folder);
    const times = await Promise.all(
      [folder, ...files.map((file) => join(folder, file))].map(
        async (path) => (await stat(path)).mtimeMs,
      ),
    );
    if (now.getTime() - Math.max(...times) < REST_MS) return false;
    const { host, pid } = maker.parse(JSON.parse(await readFile(join(folder, MAKER_NAME), 'utf8')));
    return host === hostname() && !isRunning(pid);
  } catch {
    // Already removed, not readable, or not a partial folder: keep it.
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process runs under another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
