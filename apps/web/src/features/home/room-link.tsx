import { Link } from '@tanstack/react-router';
import type { FocusEvent, ReactNode } from 'react';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';
import { roomTarget } from './room-target.ts';

type RoomLinkProps = {
  readonly roomId: string;
  readonly index: number;
  readonly current: boolean;
  readonly className?: string | undefined;
  readonly tone?: string | undefined;
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void;
  readonly children: ReactNode;
};

/** A room on the board: a link where the visitor may look further, else only a place that the keyboard reaches. */
export function RoomLink({ roomId, index, current, className, tone, onFocus, children }: RoomLinkProps) {
  const { visitor } = useViewer();
  const target = roomTarget(visitor, roomId);
  const shared = { className, 'data-index': index, 'data-room': roomId, 'data-attention': tone, tabIndex: current ? 0 : -1, onFocus };
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one place in a list that arrow keys move through
  if (target === null) return <div {...shared}>{children}</div>;
  const [path, query = ''] = target.split('?');
  return <Link to={path ?? '/'} search={Object.fromEntries(new URLSearchParams(query))} preload={false} {...shared}>{children}</Link>;
}
