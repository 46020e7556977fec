import { Link } from '@tanstack/react-router';
import type { FocusEvent, ReactNode } from 'react';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { useRoomPanel } from './room-panel.tsx';
import panel from './room-panel.module.css';
import { decideAll, ROUTES, type Visitor } from '@yamori/domain';

type RoomLinkProps = {
  readonly roomId: string;
  readonly index: number;
  readonly current: boolean;
  readonly className?: string | undefined;
  readonly tone?: string | undefined;
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void;
  readonly children: ReactNode;
};

/**
 * A room on the board: a link if the visitor can open one of its screens, otherwise a button that
 * opens its panel.
 */
export function RoomLink({
  roomId,
  index,
  current,
  className,
  tone,
  onFocus,
  children,
}: RoomLinkProps) {
  const { visitor } = useViewer();
  const openPanel = useRoomPanel();
  const target = getRoomPath(visitor, roomId);
  const shared = {
    'data-index': index,
    'data-room': roomId,
    'data-attention': tone,
    tabIndex: current ? 0 : -1,
    onFocus,
  };
  if (target === null)
    return (
      <button
        type="button"
        className={`${panel['opens']} ${className ?? ''}`}
        aria-haspopup="dialog"
        onClick={() => openPanel(roomId)}
        {...shared}
      >
        {children}
      </button>
    );
  const [path, query = ''] = target.split('?');
  return (
    <Link
      to={path ?? '/'}
      search={Object.fromEntries(new URLSearchParams(query))}
      preload={false}
      className={className}
      {...shared}
    >
      {children}
    </Link>
  );
}

const getGuards = (routeId: string) => ROUTES.find((route) => route.id === routeId)?.guards ?? [];

/** The first screen of the room that this visitor can open: live, then its nights; else null. */
export function getRoomPath(visitor: Visitor, roomId: string): string | null {
  const id = encodeURIComponent(roomId);
  if (decideAll(getGuards('monitoring-room'), visitor) === 'allowed')
    return `/monitoring-room?room=${id}`;
  return decideAll(getGuards('room-sleep'), visitor) === 'allowed' ? `/room/${id}/sleep` : null;
}
