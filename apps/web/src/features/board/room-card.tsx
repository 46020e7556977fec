import { Age } from '../../kit/clock/age.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { BedMark, StateBadge } from '../../shared/room-state/state-badge.tsx';
import {
  getBedStatus,
  getPrimaryStatus,
  getFaultMark,
} from '../../shared/room-state/room-status.ts';
import { FaultLine, useFaultText } from '../../shared/room-state/fault-line.tsx';
import { VitalNumber, getReading } from '../../shared/room-state/vital-number.tsx';
import { useCardItems } from '../../shared/views/shown-views.tsx';
import css from './cards.module.css';
import { hasNeedLine, NeedLine } from './need-line.tsx';
import { NightLine } from './night-line.tsx';
import { RoomLink } from './room-link.tsx';
import { useAttentionTone, useRoom, type Room } from './room-store.ts';
import type { RoomCardProps } from './small-card.tsx';
import { useOccupantWord, usePlaceFormatter } from './use-room-words.ts';

/** A room with large numbers, for a board of a few dozen. */
export function RoomCard({ roomId, index, current, onFocus }: RoomCardProps) {
  const tone = useAttentionTone(roomId);
  return (
    <RoomLink
      roomId={roomId}
      index={index}
      current={current}
      className={css['card']}
      tone={tone}
      onFocus={() => onFocus(roomId)}
    >
      <RoomCardContent roomId={roomId} />
    </RoomLink>
  );
}

function RoomCardContent({ roomId }: Pick<RoomCardProps, 'roomId'>) {
  const room = useRoom(roomId);
  return room === null ? null : <RoomCardLines room={room} />;
}

function RoomCardLines({ room }: { readonly room: Room }) {
  const faultText = useFaultText();
  const getOccupant = useOccupantWord();
  const items = useCardItems(room);
  const { live } = room;
  const status = getPrimaryStatus(live);
  const side = getFaultMark(live);
  const hasNeed = hasNeedLine(live, status);
  const isCrowded = side !== null || getBedStatus(live) !== null;
  const place = usePlaceFormatter()(room);
  return (
    <>
      <span className={css['head']}>
        <strong>{room.name}</strong>
        <span className={css['occupant']}>{items.has('occupant') ? getOccupant(room) : ''}</span>
        <span className={css['place']}>{items.has('place') ? place : ''}</span>
        {isCrowded && status.since !== null ? (
          <Age at={status.since} kind="short" className={css['headAge']} />
        ) : null}
      </span>
      <span className={css['states']}>
        <StateBadge status={{ ...status, who: '' }} />
        <BedMark live={live} />
        {side === null ? null : (
          <span className={css['fault']} data-tone="technical">
            <StateIcon shape={side.shape} size={18} />
            <span>{faultText(hasNeed ? side : { ...side, serial: null })}</span>
          </span>
        )}
      </span>
      <span className={css['vitals']}>
        {(['heartRate', 'respirationRate', 'temperature'] as const).map((kind) =>
          items.has(kind) ? (
            <VitalNumber key={kind} kind={kind} reading={getReading(live, kind)} size="large" />
          ) : null,
        )}
      </span>
      {hasNeed ? (
        <NeedLine live={live} status={status} />
      ) : side !== null && side.serial !== null ? (
        <FaultLine live={live} />
      ) : items.has('night') ? (
        <NightLine roomId={room.documentReferenceId} domainId={room.domainId} size="large" />
      ) : null}
    </>
  );
}
