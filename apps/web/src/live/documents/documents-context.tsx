import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { COLLECTIONS, type Collection } from '@yamori/domain';
import type { CollectionQuery } from './collection-query.ts';
import type { FoundDocument } from './document-reader.ts';
import type { CollectionAt, Documents } from './documents-client.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { LiveResult } from './live-result.ts';
import { createLiveStore, useExternalStore } from './live-store.ts';
import type { LiveConnection } from '../connection/live-connection.ts';
import { RowStore } from './row-store.ts';

/** The product's documents. */
export type ProductDocuments = Documents<typeof COLLECTIONS>;
type DocumentsContext = { readonly documents: ProductDocuments; readonly link: LiveConnection };

const Context = createContext<DocumentsContext | null>(null);

export function DocumentsProvider({
  documents,
  link,
  children,
}: DocumentsContext & { readonly children: ReactNode }) {
  const value = useMemo(() => ({ documents, link }), [documents, link]);
  return <Context value={value}>{children}</Context>;
}

export const useDocuments = (): ProductDocuments => useDocumentsContext().documents;

export const useLink = (): LiveConnection => useDocumentsContext().link;

/** The state of the socket, for the notice about a lost connection. */
export function useConnectionState(): ConnectionState {
  const { link } = useDocumentsContext();
  return useSyncExternalStore(link.onState, link.state);
}

/** One document, live; null if it does not exist. */
export function useLiveDocument<const Path extends string>(
  path: Path,
): LiveResult<FoundDocument<CollectionAt<typeof COLLECTIONS, Path>> | null> {
  const { documents, link } = useDocumentsContext();
  const store = useMemo(
    () =>
      createLiveStore<FoundDocument<CollectionAt<typeof COLLECTIONS, Path>> | null>(
        link,
        (onValue, onFail) => documents.doc(path).subscribe(onValue, onFail),
      ),
    [documents, link, path],
  );
  return useExternalStore(store);
}

/** The live result of a query. The caller may build a new query object on every render. */
export function useLiveQuery<C extends Collection>(
  query: CollectionQuery<C>,
): LiveResult<readonly FoundDocument<C>[]> {
  const { link } = useDocumentsContext();
  const lasting = useStableQuery(query);
  const store = useMemo(
    () =>
      createLiveStore<readonly FoundDocument<C>[]>(link, (onValue, onFail) =>
        lasting.subscribe(({ documents }) => onValue(documents), onFail),
      ),
    [link, lasting],
  );
  return useExternalStore(store);
}

/**
 * A query row by row, for boards: pass the store to `useRows`, and with each row's path to
 * `useRow`. A query that differs gets a new store.
 */
export function useRowStore<C extends Collection>(
  query: CollectionQuery<C>,
  flushIntervalMs?: number,
): RowStore<C> {
  const { link } = useDocumentsContext();
  const lasting = useStableQuery(query);
  return useMemo(
    () => new RowStore(lasting, { link, after: afterTimeout, flushIntervalMs }),
    [lasting, link, flushIntervalMs],
  );
}

/** Paths of the rows in order. Subscribes while mounted. */
export const useRows = <C extends Collection>(store: RowStore<C>): LiveResult<readonly string[]> =>
  useExternalStore(store.rows);

/** One row; renders at most ten times a second, and only when its own document changes. */
export function useRow<C extends Collection>(
  store: RowStore<C>,
  path: string,
): FoundDocument<C> | undefined {
  return useExternalStore(useMemo(() => store.row(path), [store, path]));
}

function useDocumentsContext(): DocumentsContext {
  const context = useContext(Context);
  if (context === null) throw new Error('useDocuments must be used inside <DocumentsProvider>');
  return context;
}

/**
 * Returns the same object while the query is equal, so that a render does not resubscribe.
 */
function useStableQuery<C extends Collection>(query: CollectionQuery<C>): CollectionQuery<C> {
  const key = JSON.stringify(query.spec);
  // oxlint-disable-next-line react/exhaustive-deps -- `key` holds the whole spec of the query
  return useMemo(() => query, [key]);
}

function afterTimeout(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
