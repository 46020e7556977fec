import { useEffect, useState } from 'react';

const LONGEST_MS = 10 * 60_000;
const LOOK_MS = 5_000;

/**
 * Whole minutes until then, or null when it cannot be said: this machine's clock may be wrong, and
 * before the session there is no other. What is over is the server's to say.
 */
export function useMinutesLeft(until: string): number | null {
  const [nowMs, look] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => look(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Date.parse(until) - nowMs;
  return leftMs <= 0 || leftMs > LONGEST_MS ? null : Math.floor(leftMs / 60_000);
}
