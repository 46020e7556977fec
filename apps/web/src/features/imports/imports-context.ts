import { createContext, use, useContext, useSyncExternalStore } from 'react';
import type { ImportItem } from './uploads/import-item.ts';
import type { ImportQueue } from './uploads/import-queue.ts';

/** The queue of files, which outlives the pages. */
export type Imports = {
  /** Opens the queue on the first call and returns the same one afterwards. */
  readonly openQueue: () => Promise<ImportQueue>;
};

export const ImportsContext = createContext<Imports | null>(null);

function useImports(): Imports {
  const imports = useContext(ImportsContext);
  if (imports === null) throw new Error('useImports must be used inside <ImportsContext>');
  return imports;
}

/** Suspends until the queue is open. */
export function useImportQueue(): readonly [ImportQueue, readonly ImportItem[]] {
  const queue = use(useImports().openQueue());
  return [queue, useSyncExternalStore(queue.subscribe, queue.items)];
}
