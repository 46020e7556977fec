import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLink } from '../../live/documents/documents-context.tsx';
import { ConnectionBanner } from '../connection/connection-banner.tsx';
import { useIsConnectionStale, useConnectionStatus } from '../connection/link-context.tsx';
import { LIST_VIEWS, type ListViewName } from '../../kit/list/list-view.ts';
import css from '../../kit/list/list.module.css';

/** The container of a list below its head: greyed with a note while its data is old. */
export function ListContainer({ children }: { readonly children: ReactNode }) {
  const isStale = useIsConnectionStale();
  const status = useConnectionStatus();
  const { wake } = useLink();
  return (
    <div className={css['list']} data-stale={isStale}>
      {isStale ? (
        <div className={css['stale']}>
          <ConnectionBanner status={status} onRetry={wake} />
        </div>
      ) : null}
      {children}
    </div>
  );
}

/** The view in the route id of a list: `room-list-table` is a table. */
export function useListView(): ListViewName {
  const routeId = useMatches().at(-1)?.staticData.routeId ?? '';
  return LIST_VIEWS.find((name) => routeId.endsWith(`-${name}`)) ?? 'card';
}
