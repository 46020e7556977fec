import { createContext, use, useContext, useSyncExternalStore } from 'react';
import type { ImportItem } from './uploads/import-item.ts';
import type { ImportQueue } from './uploads/import-queue.ts';

/** The queue of files, which outlives the pages. */
export type Imports = {
  /** Opened when it is first asked for; the same one every time. */
  readonly openQueue: () => Promise<ImportQueue>;
};

export const ImportsContext = createContext<Imports | null>(null);

export function useImports(): Imports {
  const imports = useContext(ImportsContext);
  if (imports === null) throw new Error('ImportsContext is missing');
  return imports;
}

/** Waits (as a lazy part does) until the queue is open. */
export function useImportQueue(): readonly [ImportQueue, readonly ImportItem[]] {
  const queue = use(useImports().openQueue());
  return [queue, useSyncExternalStore(queue.subscribe, queue.items)];
}
