import { useEffect, useState } from 'react';

/**
 * The second press of a hurried hand was meant for the button that stood here before: so long those
 * that came take none.
 */
const SETTLES_AFTER_MS = 800;

export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
