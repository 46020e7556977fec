import { Link, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLink } from '../../live/documents/documents-context.tsx';
import { useWakeLock } from '../../shared/alarm-sound/use-wake-lock.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { TimeOfDay } from '../../shared/time-of-day/time-of-day.tsx';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { useRoomsNeedingAttention } from '../../shared/room-state/rooms-needing-attention.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { ShownViews } from '../../shared/views/shown-views.tsx';
import { PageHeader } from '../../kit/pages/page-state.tsx';
import { AttentionRail } from './attention-rail.tsx';
import { isUnfiltered, parseFilter, type Sort } from './board-filter.ts';
import { BoardBody } from './board-body.tsx';
import { useBoardList } from './board-list.ts';
import css from './board.module.css';
import { FilterBar, SortChoice } from './filter-bar.tsx';
import { parseBoardView, VIEWS, type BoardView } from './board-view.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { ConnectionBanner } from '../../shared/connection/connection-banner.tsx';
import {
  useIsConnectionStale,
  useConnectionStatus,
} from '../../shared/connection/link-context.tsx';
import { usePointerActivity } from '../../kit/pointer/use-pointer-activity.ts';
import { usePagedRooms, type PagedRooms, type Room } from './room-store.ts';
import { useRememberedRoomCount } from '../../shared/room-state/last-room-count.ts';
import { RoomPanelContext, useOpenRoom } from './room-panel.tsx';

/** The board: rooms as cards, small cards or a table, with the attention list next to them. */
export function HomeScreen() {
  const view = useBoardView();
  const [values] = useUrlParams();
  const filter = parseFilter(values);
  const { organisationId } = useViewer();
  const { building, floor, tag } = filter;
  const paged = usePagedRooms({ building, floor, tag, organisationId });
  const pointer = usePointerActivity();
  const isRead = paged.status.kind !== 'loading';
  const list = useBoardList(paged.store, filter, pointer.isThere);
  const isStale = useIsConnectionStale();
  const status = useConnectionStatus();
  const { wake: retry } = useLink();
  const pressing = useRoomsNeedingAttention();
  const isWhole = paged.status.kind === 'shown' && isUnfiltered(filter);
  useRememberedRoomCount(isWhole ? list.rooms.length : null);
  useWakeLock();
  const openRoom = useOpenRoom(paged.store, pressing.rooms);
  return (
    <ShownViews>
      <RoomPanelContext value={openRoom}>
        <div className={css['screen']}>
          <div className={css['head']}>
            <BoardHeader
              view={view}
              sort={filter.sort}
              shown={list.ids.length}
              all={list.rooms.length}
              status={paged.status}
            />
            <FilterBar filter={filter} rooms={list.rooms} />
          </div>
          <div className={css['list']} data-stale={isStale} {...pointer.handlers}>
            {isStale ? (
              <div className={css['stale']}>
                <ConnectionBanner status={status} onRetry={retry} />
              </div>
            ) : null}
            <BoardBody view={view} paged={paged} list={list} filter={filter} />
          </div>
          <div className={css['rail']}>
            <AttentionRail
              rooms={everyRoom(pressing.rooms, list.rooms)}
              isRead={isRead && pressing.isKnown}
            />
          </div>
        </div>
      </RoomPanelContext>
    </ShownViews>
  );
}

/** Includes the rooms with a call that are filtered out or on a page that is not loaded. */
const everyRoom = (pressing: readonly Room[], listed: readonly Room[]): readonly Room[] => [
  ...new Map([...pressing, ...listed].map((room) => [room.documentReferenceId, room])).values(),
];

function BoardHeader({
  view,
  sort,
  shown,
  all,
  status,
}: {
  view: BoardView;
  sort: Sort;
  shown: number;
  all: number;
  status: PagedRooms['status'];
}) {
  const { t } = useTranslation('home');
  // Further pages load on scrolling; their rooms are not counted yet.
  const isPartial = status.kind === 'shown' && !status.complete;
  const count =
    shown === all
      ? t(isPartial ? 'shownAtLeast' : 'shown', { count: all })
      : t(isPartial ? 'shownOfAtLeast' : 'shownOf', { shown, count: all });
  return (
    <PageHeader
      title={t('title')}
      aside={status.kind === 'loading' ? '' : count}
      tools={
        <>
          <TimeOfDay />
          <SortChoice sort={sort} />
          <ViewSwitch view={view} />
        </>
      }
    />
  );
}

function ViewSwitch({ view }: { view: BoardView }) {
  const { t } = useTranslation('home');
  return (
    <nav className={css['views']} aria-label={t('views.label')}>
      {VIEWS.map(({ id, name, icon }) => (
        <Link
          key={id}
          to={`/${id}`}
          search={(search: Record<string, string>) => search}
          className={css['view']}
          data-current={view === id}
          aria-current={view === id ? 'true' : undefined}
        >
          <ToolIcon name={icon} size={16} />
          <span className={css['viewWord']}>{t(`views.${name}`)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The view that the address names; the home address shows the one that was chosen last. */
function useBoardView(): BoardView {
  const [{ boardView }, change] = usePreferences();
  const routeId = useMatches().at(-1)?.staticData.routeId ?? 'index';
  const named = VIEWS.some(({ id }) => id === routeId) || routeId === 'index-list-blank';
  useEffect(() => {
    if (VIEWS.some(({ id }) => id === routeId)) change({ boardView: routeId });
    // Only a change of address is a choice; the store's identity is stable.
    /*
      oxlint-disable-next-line react/exhaustive-deps
      -- change writes the store and must not run again for it
    */
  }, [routeId]);
  return parseBoardView(named ? routeId : boardView);
}
