import { ACCESS_LEVELS, decideAll, ROUTES, type Visitor } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { layOutCards } from '../../kit/list/card-layout.ts';
import { useLastRoomCount } from '../../shared/room-state/last-room-count.ts';
import { useInnerSize } from '../../kit/list/list-scroll.ts';
import { EmptyState, LoadingState, Skeleton } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { Spinner } from '../../kit/pages/spinner.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { isUnfiltered, type BoardFilter } from './board-filter.ts';
import type { BoardList } from './board-list.ts';
import type { BoardView } from './board-view.ts';
import css from './board.module.css';
import { CardGrid } from './card-grid.tsx';
import { LARGE_CARD, SMALL_CARD } from './card-scale.ts';
import { RoomCard } from './room-card.tsx';
import { getRooms, RoomStoreContext, type PagedRooms } from './room-store.ts';
import { RoomTable } from './room-table.tsx';
import { SmallCard } from './small-card.tsx';

/** The list is drawn again while scrolling; a card only when its room changes. */
const SmallCardOnce = memo(SmallCard);
const LargeCardOnce = memo(RoomCard);

const TABLE_ROW_PX = 28;

type BodyProps = {
  readonly view: BoardView;
  readonly paged: PagedRooms;
  readonly list: BoardList;
  readonly filter: BoardFilter;
};

/** The list, or the reason that there is none: loading, forbidden, empty, or no match. */
export function BoardBody({ view, paged, list, filter }: BodyProps) {
  const { store, status, loadNextPage, retry } = paged;
  const arrived = list.rooms.length;
  // The list lags behind the loaded rooms by up to a second. Load the next page only once it has
  // caught up.
  const onNearEnd = useCallback(() => {
    if (arrived === getRooms(store).length) loadNextPage();
  }, [arrived, store, loadNextPage]);
  if (view === 'index-list-blank')
    return status.kind === 'loading' || arrived > 0 ? <NoView /> : <NoRooms />;
  if (status.kind === 'failed') return <ProblemState problem={status.problem} onRetry={retry} />;
  if (status.kind === 'loading' && list.ids.length === 0) return <BoardSkeleton view={view} />;
  if (list.ids.length === 0)
    return arrived === 0 && isUnfiltered(filter) ? <NoRooms /> : <NoMatch />;
  return (
    <RoomStoreContext value={store}>
      <Rooms view={view} ids={list.ids} onNearEnd={onNearEnd} />
      <Footer complete={status.kind === 'shown' && status.complete} />
    </RoomStoreContext>
  );
}

type RoomsProps = {
  readonly view: Exclude<BoardView, 'index-list-blank'>;
  readonly ids: readonly string[];
  readonly onNearEnd: () => void;
};

function Rooms({ view, ids, onNearEnd }: RoomsProps) {
  switch (view) {
    case 'index-list-table':
      return <RoomTable ids={ids} onNearEnd={onNearEnd} />;
    case 'index-list-card':
      return <CardGrid ids={ids} Card={LargeCardOnce} look={LARGE_CARD} onNearEnd={onNearEnd} />;
    case 'index-list-smallcard':
      return <CardGrid ids={ids} Card={SmallCardOnce} look={SMALL_CARD} onNearEnd={onNearEnd} />;
  }
}

/**
 * The end of the list is announced but invisible, and so takes no space. A note about loading rows
 * floats over the end.
 */
function Footer({ complete }: { complete: boolean }) {
  const { t } = useTranslation('home');
  return (
    <output className={complete ? 'visually-hidden' : css['footer']}>
      {complete ? (
        t('end')
      ) : (
        <>
          <Spinner size={16} />
          {t('more')}
        </>
      )}
    </output>
  );
}

/** The empty list although there are rooms: it explains this, and how to see them. */
function NoView() {
  const { t } = useTranslation('home');
  return (
    <EmptyState
      title={t('blank')}
      why={t('blankWhy')}
      next={<Link to="/index-list-smallcard">{t('blankDo')}</Link>}
    />
  );
}

function NoRooms() {
  const { t } = useTranslation('home');
  const { visitor } = useViewer();
  // Individual users manage no rooms: rooms are shared with them, or come with an invitation.
  if (visitor.kind === 'signedIn' && visitor.accessLevel === ACCESS_LEVELS.individualUser) {
    return (
      <EmptyState
        title={t('empty')}
        why={t('emptyOwnWhy')}
        next={<Link to="/register">{t('alone.enterCode')}</Link>}
      />
    );
  }
  const mayRegister = mayOpen('room-config', visitor);
  return (
    <EmptyState
      title={t('empty')}
      why={mayRegister ? t('emptyWhy') : t('emptyStaffWhy')}
      next={mayRegister ? <Link to="/room-config">{t('emptyDo')}</Link> : undefined}
    />
  );
}

const mayOpen = (routeId: string, visitor: Visitor): boolean =>
  decideAll(ROUTES.find((route) => route.id === routeId)?.guards ?? [], visitor) === 'allowed';

function NoMatch() {
  const { t } = useTranslation('home');
  return <EmptyState title={t('noMatch')} why={t('noMatchWhy')} />;
}

type ListView = RoomsProps['view'];

/** Placeholders for the number of rooms of the last visit; none without that number. */
function BoardSkeleton({ view }: { readonly view: ListView }) {
  const count = useLastRoomCount();
  return count === null ? <LoadingState /> : <Placeholders view={view} count={count} />;
}

/** Laid out exactly as the cards will be, so that nothing moves when they arrive. */
function Placeholders({ view, count }: { readonly view: ListView; readonly count: number }) {
  const { t } = useTranslation('pages');
  const scroller = useRef<HTMLOutputElement>(null);
  const { width, height } = useInnerSize(scroller);
  const look = view === 'index-list-card' ? LARGE_CARD : SMALL_CARD;
  const { columns, cardHeight } =
    view === 'index-list-table'
      ? { columns: 1, cardHeight: TABLE_ROW_PX }
      : layOutCards(width, height, count, look);
  return (
    <output ref={scroller} className={css['scroller']} aria-busy="true" aria-label={t('loading')}>
      <span
        className={css['skeletons']}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: look.gap }}
      >
        {Array.from({ length: width === 0 ? 0 : count }, (_unused, index) => (
          <Skeleton key={index} height={cardHeight} />
        ))}
      </span>
    </output>
  );
}
