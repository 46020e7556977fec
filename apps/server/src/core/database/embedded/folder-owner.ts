import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { refuse } from '@yamori/domain';
import { isAlive } from './stale-postmaster.ts';

const EXIT_TIMEOUT_MS = 2_000;
const STEP_MS = 50;

/**
 * Claims a data folder for this server by writing `<data>/server.pid`; throws while another server
 * lives. The recorded start time exposes a file that a killed server left, even if its pid was
 * reused. The returned function releases the folder.
 */
export async function claimFolder(dataFolder: string): Promise<() => Promise<void>> {
  const file = join(dataFolder, 'server.pid');
  const [pid, started] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ');
  const other = Number(pid);
  const isHeld = async () =>
    other > 1 && other !== process.pid && isAlive(other) && (await startTime(other)) === started;
  // A server that was just killed may still be exiting.
  for (let waitedMs = 0; waitedMs < EXIT_TIMEOUT_MS && (await isHeld()); waitedMs += STEP_MS)
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

/** Adds the address to `server.pid`, so that a second start can report where the first listens. */
export async function recordAddress(dataFolder: string, address: string): Promise<void> {
  const content = `${process.pid} ${await startTime(process.pid)} ${address}\n`;
  await writeFile(join(dataFolder, 'server.pid'), content);
}

/**
 * Clock ticks from boot to the start of the process; `-` if the system does not report it, `dead`
 * for a zombie.
 */
async function startTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '-');
}
