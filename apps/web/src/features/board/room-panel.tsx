import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveDocument, useRow } from '../../live/documents/documents-context.tsx';
import { CauseLabel } from '../../shared/alarm-actions/cause-label.tsx';
import { AlarmReachLabel } from '../../shared/alarm-actions/reach-label.tsx';
import { leadingAlarm } from '../../shared/alarm-actions/open-alarms.ts';
import { useIsConnectionStale } from '../../shared/connection/link-context.tsx';
import { DialogBody, DialogFoot, DialogText } from '../../kit/dialog/dialog-parts.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { Skeleton } from '../../kit/pages/page-state.tsx';
import { FaultLine } from '../../shared/room-state/fault-line.tsx';
import { AttentionActions } from '../../shared/alarm-actions/alarm-actions.tsx';
import {
  getBedStatus,
  getPrimaryStatus,
  getFaultMark,
} from '../../shared/room-state/room-status.ts';
import { StateBadge } from '../../shared/room-state/state-badge.tsx';
import { VitalNumber, getReading } from '../../shared/room-state/vital-number.tsx';
import { NightLine } from './night-line.tsx';
import { getRoom, toRoom, type Room, type RoomStore } from './room-store.ts';
import css from './room-panel.module.css';

type OpenRoom = (roomId: string) => void;

export const RoomPanelContext = createContext<OpenRoom | null>(null);

export function useRoomPanel(): OpenRoom {
  const open = useContext(RoomPanelContext);
  if (open === null) throw new Error('useRoomPanel must be used inside <RoomPanelContext>');
  return open;
}

/**
 * Opens a dialog with the room's board data, enlarged, and the actions of its alarm or call. For
 * users who cannot open any of its screens.
 */
export function useOpenRoom(
  store: RoomStore,
  /** Rooms that may be shown without being in the list. */
  others: readonly Room[],
): OpenRoom {
  const dialogs = useDialogs();
  const otherRooms = useRef(others);
  useEffect(() => {
    otherRooms.current = others;
  }, [others]);
  return useCallback(
    (roomId) => {
      const title = (
        getRoom(store, roomId) ??
        otherRooms.current.find((room) => room.documentReferenceId === roomId)
      )?.name;
      if (title === undefined) return;
      void dialogs.open<void>(
        { title, size: 'small', closesOnOutsideClick: true },
        undefined,
        (answer) => <RoomPanel store={store} roomId={roomId} onClose={() => answer()} />,
      );
    },
    [dialogs, store],
  );
}

type RoomPanelProps = {
  readonly store: RoomStore;
  readonly roomId: string;
  readonly onClose: () => void;
};

function RoomPanel({ store, roomId, onClose }: RoomPanelProps) {
  const { t } = useTranslation('home');
  const listed = useRow(store, `room/${roomId}`);
  // The room may be filtered out, or on a page that is not loaded.
  const read = useLiveDocument(`room/${roomId}`);
  const room = toRoom('value' in read ? read.value : listed);
  if (room === null && read.kind === 'loading')
    return (
      <DialogBody>
        <Skeleton height={120} />
      </DialogBody>
    );
  return (
    <DialogBody>
      {room === null ? (
        <DialogText>{t('panel.gone')}</DialogText>
      ) : (
        <PanelContent room={room} roomId={roomId} />
      )}
      <DialogFoot>
        <Button startsHere onClick={onClose}>
          {t('panel.close')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}

/**
 * Updates while it is open: old values become dashes, and a new alarm or call shows its actions.
 */
function PanelContent({ room, roomId }: { readonly room: Room; readonly roomId: string }) {
  const { t } = useTranslation('home');
  const { t: states } = useTranslation('states');
  const isStale = useIsConnectionStale();
  const { live } = room;
  const faultMark = getFaultMark(live);
  const bed = getBedStatus(live);
  const alarm = leadingAlarm(live);
  const place = [room.building, room.floor]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  return (
    <div className={css['panel']} data-old={isStale}>
      <p className={css['who']}>
        <strong>{room.occupant?.alias ?? t('vacant')}</strong>
        {place === '' ? null : <span>{place}</span>}
      </p>
      {isStale ? (
        <p className={css['stale']} role="alert">
          {t('panel.old')}
        </p>
      ) : null}
      <p className={css['states']}>
        <StateBadge status={getPrimaryStatus(live)} />
        {bed === null ? null : <StateBadge status={bed} />}
        {faultMark === null ? null : (
          <span className={css['fault']} data-tone="technical">
            <StateIcon shape={faultMark.shape} size={18} />
            {states(faultMark.word)}
          </span>
        )}
      </p>
      <FaultLine live={live} />
      {alarm === null || alarm.kind === 'call' ? null : (
        <p className={css['need']}>
          <CauseLabel accident={alarm} />
          <AlarmReachLabel roomId={room.documentReferenceId} accident={alarm} />
        </p>
      )}
      <AttentionActions room={room} />
      <p className={css['vitals']}>
        <VitalNumber kind="heartRate" reading={getReading(live, 'heartRate')} size="large" />
        <VitalNumber
          kind="respirationRate"
          reading={getReading(live, 'respirationRate')}
          size="large"
        />
        <VitalNumber kind="temperature" reading={getReading(live, 'temperature')} size="large" />
      </p>
      <NightLine roomId={roomId} domainId={room.domainId} size="large" />
      <p className={css['note']}>{t('panel.note')}</p>
    </div>
  );
}
