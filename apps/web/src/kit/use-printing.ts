import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the page is being put on paper: there every row is drawn, not only those seen or read on
 * to.
 */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const [start, end] = [() => flushSync(() => setPrinting(true)), () => setPrinting(false)];
    globalThis.addEventListener('beforeprint', start);
    globalThis.addEventListener('afterprint', end);
    return () => {
      globalThis.removeEventListener('beforeprint', start);
      globalThis.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
