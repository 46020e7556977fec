import { type RefObject, useLayoutEffect, useState } from 'react';

type ElementSize = { readonly width: number; readonly height: number };

/** Inner size of an element in CSS pixels; zero before it is laid out. */
export function useElementSize(element: RefObject<HTMLElement | null>): ElementSize {
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const read = (): void =>
      setSize((before) => {
        const next = { width: observed.clientWidth, height: observed.clientHeight };
        return before.width === next.width && before.height === next.height ? before : next;
      });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
