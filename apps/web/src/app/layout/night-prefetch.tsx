import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { loadScreen } from '../router/screens.ts';
import { watchNightLinks } from './night-links.ts';

/** Prefetches a night when the pointer rests on its link. */
export function NightPrefetch() {
  const documents = useDocuments();
  const queries = useQueryClient();
  useEffect(() => {
    const load = () => import('../../features/nights/prefetch-night.ts');
    let loaded: ReturnType<typeof load> | null = null;
    const stop = watchNightLinks(document, (link) => {
      // Also loads the page's code. Errors are left to the page itself.
      loadScreen('room-layout').catch(() => undefined);
      loaded ??= load();
      loaded
        .then(({ prefetchNight }) =>
          prefetchNight({ documents, queries, nowMs: () => Date.now() }, link),
        )
        .catch(() => {
          loaded = null;
        });
    });
    return () => {
      stop();
      void loaded?.then(({ dropPrepared }) => dropPrepared()).catch(() => undefined);
    };
  }, [documents, queries]);
  return null;
}
