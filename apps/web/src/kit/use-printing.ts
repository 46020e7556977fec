import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the page is being printed. Printed lists contain every row, not only the visible or
 * loaded ones.
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
