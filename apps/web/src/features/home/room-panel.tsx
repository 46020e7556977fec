import { createContext, useCallback, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { CallActions } from '../../ui/calls/call-actions.tsx';
import { useLinkIsOld } from '../../ui/connection/link-context.tsx';
import { DialogBody, DialogFoot, DialogText } from '../../ui/dialogs/dialog-parts.tsx';
import { useDialogs } from '../../ui/dialogs/dialogs-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { StateIcon } from '../../ui/icons/state-icon.tsx';
import { bedBesideLead, leadOf, sideMarkOf } from '../../ui/room-state/room-standing.ts';
import { StateBadge } from '../../ui/room-state/state-badge.tsx';
import { VitalNumber } from '../../ui/room-state/vital-number.tsx';
import { readingOf } from '../../ui/room-state/vital-reading.ts';
import { useRoom } from './board-list.ts';
import { NightLine } from './night-line.tsx';
import type { Room, RoomRows } from './room-rows.ts';
import css from './room-panel.module.css';

type OpenRoom = (roomId: string) => void;

export const RoomPanelContext = createContext<OpenRoom | null>(null);

export function useRoomPanel(): OpenRoom {
  const open = useContext(RoomPanelContext);
  if (open === null) throw new Error('RoomPanelContext is missing');
  return open;
}

/** Opens a room above the board, for those who may open none of its screens: what the board knows of it, large, and its call. */
export function useOpenRoom(rows: RoomRows): OpenRoom {
  const dialogs = useDialogs();
  return useCallback((roomId) => {
    const title = rows.row(roomId)?.name;
    if (title === undefined) return;
    void dialogs.open<void>({ title, size: 'small', closesBeside: true }, undefined, (answer) => <RoomPanel rows={rows} roomId={roomId} onClose={() => answer()} />);
  }, [dialogs, rows]);
}

type RoomPanelProps = { readonly rows: RoomRows; readonly roomId: string; readonly onClose: () => void };

function RoomPanel({ rows, roomId, onClose }: RoomPanelProps) {
  const { t } = useTranslation('home');
  const room = useRoom(rows, roomId);
  return (
    <DialogBody>
      {room === null ? <DialogText>{t('panel.gone')}</DialogText> : <PanelContent room={room} roomId={roomId} />}
      <DialogFoot><Button startsHere onClick={onClose}>{t('panel.close')}</Button></DialogFoot>
    </DialogBody>
  );
}

/** It goes on while it is open: figures that grow old turn to dashes, a call that comes shows its answer. */
function PanelContent({ room, roomId }: { readonly room: Room; readonly roomId: string }) {
  const { t } = useTranslation('home');
  const { t: states } = useTranslation('states');
  const old = useLinkIsOld();
  const { live } = room;
  const side = sideMarkOf(live);
  const bed = bedBesideLead(live);
  const place = [room.building, room.floor].filter((part) => part !== undefined && part !== '').join(' ');
  return (
    <div className={css['panel']} data-old={old}>
      <p className={css['who']}><strong>{room.occupant?.alias ?? t('vacant')}</strong>{place === '' ? null : <span>{place}</span>}</p>
      {old ? <p className={css['stale']} role="alert">{t('panel.old')}</p> : null}
      <p className={css['states']}>
        <StateBadge standing={leadOf(live)} />
        {bed === null ? null : <StateBadge standing={bed} />}
        {side === null ? null : <span className={css['fault']} data-tone="technical"><StateIcon shape={side.shape} size={18} />{states(side.word)}</span>}
      </p>
      <CallActions roomId={roomId} roomName={room.name} domainId={room.domainId} call={live?.call ?? null} />
      <p className={css['vitals']}>
        <VitalNumber kind="heartRate" reading={readingOf(live, 'heartRate')} size="large" />
        <VitalNumber kind="respirationRate" reading={readingOf(live, 'respirationRate')} size="large" />
        <VitalNumber kind="temperature" reading={readingOf(live, 'temperature')} size="large" />
      </p>
      <NightLine roomId={roomId} size="large" />
      <p className={css['note']}>{t('panel.note')}</p>
    </div>
  );
}
