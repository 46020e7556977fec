import { decideAll, ROUTES } from '@yamori/domain';
import { Link, Outlet, useMatches, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton, ErrorState } from '../../kit/pages/page-state.tsx';
import { getPrimaryStatus } from '../../shared/room-state/room-status.ts';
import { StateBadge } from '../../shared/room-state/state-badge.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './rooms.module.css';
import { RoomFrame, useRoom } from './api.ts';
import { useTimeline } from './timeline-context.ts';

/** Lets the page itself load first. */
const PREPARE_AFTER_MS = 400;
const TABS = ['room-sleep', 'room-result', 'room-accident', 'room-import', 'room-history'] as const;

/**
 * The layout of a room's pages: its resident, its current state, and the pages that this reader may
 * open.
 */
export function RoomLayout() {
  const { roomid = '' } = useParams({ strict: false });
  const { visitor } = useViewer();
  const open = TABS.flatMap((id) => {
    const route = ROUTES.find((candidate) => candidate.id === id);
    return route !== undefined && decideAll(route.guards, visitor) === 'allowed'
      ? [{ id, path: route.path }]
      : [];
  });
  // A reader without any page gets the reason and nothing about the room.
  if (open.length === 0) return <Outlet />;
  return (
    <div className={css['room']}>
      <RoomHead key={roomid} roomId={roomid} tabs={open} />
    </div>
  );
}

function RoomHead({
  roomId,
  tabs,
}: {
  roomId: string;
  tabs: readonly { readonly id: (typeof TABS)[number]; readonly path: string }[];
}) {
  const { t } = useTranslation('rooms');
  const room = useRoom(roomId);
  const current = useMatches().at(-1)?.staticData.routeId;
  const { prepareChart } = useTimeline();
  useEffect(() => {
    if (current === 'room-sleep') return undefined;
    const timer = setTimeout(() => prepareChart(), PREPARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [current, prepareChart]);
  const known = 'value' in room ? room.value : null;
  if ('value' in room && known === null)
    return (
      <ErrorState
        title={t('unknownRoom')}
        why={t('unknownRoomWhy')}
        icon="door"
        next={<Link to="/">{t('toRooms')}</Link>}
      />
    );
  return (
    <>
      <header className={css['head']}>
        {known === null ? (
          <Skeleton width={120} height={28} />
        ) : (
          <div className={css['who']}>
            <h1>{known.name}</h1>
            {known.occupant === null || known.occupant === undefined ? null : (
              <span className={css['alias']}>{known.occupant.alias}</span>
            )}
            <span className={css['now']}>
              <StateBadge status={getPrimaryStatus(known.live)} />
            </span>
          </div>
        )}
        <nav className={css['tabs']} aria-label={t('tabs')}>
          {tabs.map(({ id, path }) => (
            <Link
              key={id}
              to={path}
              params={{ roomid: roomId }}
              aria-current={id === current ? 'page' : undefined}
            >
              {t(`tab.${id}`)}
            </Link>
          ))}
        </nav>
      </header>
      <div className={css['body']}>
        <RoomFrame value={room}>
          <Outlet />
        </RoomFrame>
      </div>
    </>
  );
}
