import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writing } from './repository.mjs';

/**
 * Returns the running process that a file of the form `pid start-time …` names, or null. The start
 * time distinguishes a killed process from a later one with the same number.
 */
export function readClaim(path) {
  const [pid, startTime, ...rest] = readOrEmpty(path).trim().split(' ');
  return isOtherRunning(Number(pid), startTime) ? { pid: Number(pid), rest } : null;
}

/**
 * Claims a folder for this process, unless another one holds it. Each process creates a file whose
 * name identifies it and then looks for others, so two never hold the folder; if two try at the
 * same time, both may be refused.
 * @param {string} folder
 * @returns {number | null} the holder's process number
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

/** Number of another running process in a folder, or null. */
export function findHolder(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) {
    if (name === ownName()) continue;
    const [pid, startTime] = name.split('.');
    if (isOtherRunning(Number(pid), startTime)) return Number(pid);
    // Left by a killed process.
    remove(join(folder, name));
  }
  return null;
}

export const releaseClaim = (folder) => remove(join(folder, ownName()));

function remove(path) {
  try {
    rmSync(path, { force: true });
  } catch {
    // It may remain: no later process has its name.
  }
}

const ownName = () => `${process.pid}.${getStartTime(process.pid)}`;

const isOtherRunning = (pid, startTime) =>
  pid > 1 && pid !== process.pid && isAlive(pid) && getStartTime(pid) === startTime;

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Clock ticks from boot to the start of a process; `-` if the system does not provide them.
 * @param {number} pid
 */
export function getStartTime(pid) {
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
