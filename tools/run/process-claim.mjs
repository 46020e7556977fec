import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writing } from './repository.mjs';

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
 * @throws PlainFailure when the folder cannot be written
 */
export function claim(folder) {
  return writing(`the folder ${folder}`, () => {
    enterClaim(folder);
    const holder = findHolder(folder);
    if (holder !== null) releaseClaim(folder);
    return holder;
  });
}

/** Adds this process to those in a folder, which may be many. */
export function enterClaim(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ownName()), '');
}

/** Number of another living process in a folder, or null. */
export function findHolder(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) {
    if (name === ownName()) continue;
    const [pid, startTime] = name.split('.');
    if (isOtherRunning(Number(pid), startTime)) return Number(pid);
    // Of a killed process.
    remove(join(folder, name));
  }
  return null;
}

export const releaseClaim = (folder) => remove(join(folder, ownName()));

function remove(path) {
  try {
    rmSync(path, { force: true });
  } catch {
    // It may stay: no later process ever has its name.
  }
}

const ownName = () => `${process.pid}.${startTimeOf(process.pid)}`;

const isOtherRunning = (pid, startTime) =>
  pid > 1 && pid !== process.pid && isAlive(pid) && startTimeOf(pid) === startTime;

export function isAlive(pid) {
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
