import { getPriority, setPriority } from 'node:os';

/**
 * Raises the calling thread's niceness to at least this value. On Linux each thread has its own
 * niceness, and 0 names the calling thread. A thread with a higher niceness keeps it, because
 * lowering needs privileges.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform === 'linux') setPriority(0, Math.max(niceness, getPriority(0)));
}
