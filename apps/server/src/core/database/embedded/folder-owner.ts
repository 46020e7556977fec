import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { refuse } from '@yamori/domain';
import { isAlive } from './stale-postmaster.ts';

const PATIENCE_MS = 2_000;
const STEP_MS = 50;

/**
 * One server to a data folder: writes who we are into `<data>/server.pid` and refuses while another
 * lives. What a killed server left behind is recognised by its start time, even when its number was
 * given to another process.
 */
export async function ownFolder(dataFolder: string): Promise<() => Promise<void>> {
  const file = join(dataFolder, 'server.pid');
  const [pid, started] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ');
  const other = Number(pid);
  const isHeld = async () =>
    other > 1 && other !== process.pid && isAlive(other) && (await startTime(other)) === started;
  // One that was killed a moment ago may still be on its way out.
  for (let waitedMs = 0; waitedMs < PATIENCE_MS && (await isHeld()); waitedMs += STEP_MS)
    await wait(STEP_MS);
  if (await isHeld()) {
    throw refuse('data-folder-in-use', {
      place: 'YAMORI_DATA',
      details: {
        folder: dataFolder,
        pid: other,
        advice: 'another server uses this folder: stop it, or set YAMORI_DATA to another folder',
      },
    });
  }
  await writeFile(file, `${process.pid} ${await startTime(process.pid)}\n`);
  return () => rm(file, { force: true });
}

/** Adds the address to `server.pid`, so that a second start can say where the first one is. */
export async function recordAddress(dataFolder: string, address: string): Promise<void> {
  const content = `${process.pid} ${await startTime(process.pid)} ${address}\n`;
  await writeFile(join(dataFolder, 'server.pid'), content);
}

/**
 * Clock ticks from the machine's start to the process's; `-` where the system does not tell, `dead`
 * for one not reaped yet.
 */
async function startTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name in brackets and may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '-');
}
