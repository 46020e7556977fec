import type { Clock } from '../../../core/timeline/timeline-frame.ts';

/**
 * Log throttling: returns true at most once in `everySeconds` for each name, so that a misbehaving
 * device does not fill the log.
 */
export function createSpokenOnce(
  clock: Clock,
  everySeconds: number,
  most = 1_000,
): (name: string) => boolean {
  const spoken = new Map<string, number>();
  return (name) => {
    const atMs = spoken.get(name);
    if (atMs !== undefined && clock.nowMs() - atMs < everySeconds * 1000) return false;
    spoken.delete(name);
    spoken.set(name, clock.nowMs());
    const oldest = spoken.keys().next();
    if (spoken.size > most && oldest.done !== true) spoken.delete(oldest.value);
    return true;
  };
}
