import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The living process that a file of the form `pid start-time …` names, or null. The start time
 * tells a killed process from a later one that was given the same number.
 */
export function readClaim(path) {
  const [pid, startTime, ...rest] = readOrEmpty(path).trim().split(' ');
  return isOtherRunning(Number(pid), startTime) ? { pid: Number(pid), rest } : null;
}

/**
 * Claims a folder for this process, unless another one holds it. Each process creates a file whose
 * name identifies it and then looks for others, so two never hold the folder; of two that come in
 * the same instant, both may be refused.
 * @returns the holder's process number, or null
 */
export function claim(folder) {
  mkdirSync(folder, { recursive: true });
  const own = ownName();
  writeFileSync(join(folder, own), '');
  for (const name of readdirSync(folder)) {
    if (name === own) continue;
    const [pid, startTime] = name.split('.');
    if (isOtherRunning(Number(pid), startTime)) {
      releaseClaim(folder);
      return Number(pid);
    }
    // Of a killed process: no other one ever has this name.
    rmSync(join(folder, name), { force: true });
  }
  return null;
}

export const releaseClaim = (folder) => rmSync(join(folder, ownName()), { force: true });

const ownName = () => `${process.pid}.${startTimeOf(process.pid)}`;

const isOtherRunning = (pid, startTime) =>
  pid > 1 && pid !== process.pid && isAlive(pid) && startTimeOf(pid) === startTime;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Clock ticks from boot to the start of a process; `-` where the system does not provide them. */
function startTimeOf(pid) {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '-');
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
