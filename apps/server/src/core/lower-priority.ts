import { getPriority, setPriority } from 'node:os';

/**
 * Gives the calling thread at least this niceness. On Linux each thread has its own, and 0 names
 * the calling thread. A server that was started with a higher niceness keeps it, because without
 * privileges no process may lower its own.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform === 'linux') setPriority(0, Math.max(niceness, getPriority(0)));
}
