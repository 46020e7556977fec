import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

/** Before the name of what a backup is while it is written: nobody else's folder begins so. */
const PREFIX = '.yamori-backup-part-';
const MAKER_NAME = 'maker.json';
/**
 * A part in which nothing was written for so long is nobody's: a table's next piece comes within
 * seconds.
 */
const REST_MS = 3_600_000;

const maker = z.strictObject({ host: z.string(), pid: z.int().positive() });

/** A folder beside `to` for a backup on its way; it says who makes it until `endPartial`. */
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

/** What is left is the backup alone. */
export const endPartial = (folder: string): Promise<void> =>
  rm(join(folder, MAKER_NAME), { force: true });

/**
 * Takes away what killed backups left beside `to`. Only what says by whom it was made, on this
 * machine, by a process that there is no more, and at rest for an hour: a pid tells nothing of
 * another machine's or another container's processes. What cannot be taken away is left.
 * @returns the names of what was taken away
 */
export async function removeAbandoned(to: string, now: Date): Promise<string[]> {
  const beside = await readdir(dirname(to)).catch(() => []);
  const removed: string[] = [];
  for (const name of beside.filter((each) => each.startsWith(PREFIX))) {
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
    // Gone by now, not ours to read, or nothing of ours: it stays.
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of somebody else, so it is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
