import {
  createContext,
  useContext,
  useLayoutEffect,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { getLayer, applyInertBackground } from '../dialog/inert-background.ts';
import { Spinner } from '../pages/spinner.tsx';
import type { Loading } from './loading-store.ts';
import css from './loading.module.css';

const Context = createContext<Loading | null>(null);

/** Covers the page during blocking operations, and provides the store to its children. */
export function LoadingProvider({ loading, children }: { loading: Loading; children: ReactNode }) {
  const state = useSyncExternalStore(loading.subscribe, loading.current);
  return (
    <Context value={loading}>
      {children}
      {createPortal(
        <output className={css['words']}>
          {state.kind === 'shown' ? <Cover words={state.words} /> : null}
        </output>,
        getLayer(document, 'loading'),
      )}
    </Context>
  );
}

export function useLoading(): Loading {
  const loading = useContext(Context);
  if (loading === null) throw new Error('useLoading must be used inside <LoadingProvider>');
  return loading;
}

function Cover({ words }: { words: string }) {
  useLayoutEffect(() => {
    const before = document.activeElement;
    applyInertBackground(document);
    return () => {
      // During effect cleanup the overlay is still mounted; make the page interactive once it is
      // gone.
      queueMicrotask(() => {
        applyInertBackground(document);
        if (
          before instanceof HTMLElement &&
          before.isConnected &&
          document.activeElement === document.body
        )
          before.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <span className={css['ground']} data-modal="open">
      <span className={css['box']}>
        <Spinner size={24} />
        <span>{words}</span>
      </span>
    </span>
  );
}
