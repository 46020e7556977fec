import { Age } from '../../kit/clock/age.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { BedMark, useStatusLabel } from '../../shared/room-state/state-badge.tsx';
import { FaultLine, useFaultText } from '../../shared/room-state/fault-line.tsx';
import { getPrimaryStatus, getFaultMark } from '../../shared/room-state/room-status.ts';
import { VitalNumber, getReading } from '../../shared/room-state/vital-number.tsx';
import { useCardItems } from '../../shared/views/shown-views.tsx';
import css from './cards.module.css';
import { hasNeedLine, NeedLine } from './need-line.tsx';
import { NightLine } from './night-line.tsx';
import { RoomLink } from './room-link.tsx';
import { useAttentionTone, useRoom, type Room } from './room-store.ts';

export type RoomCardProps = {
  readonly roomId: string;
  readonly index: number;
  readonly current: boolean;
  readonly onFocus: (roomId: string) => void;
};

/**
 * A longer name gets a smaller font, and two lines on a narrow card, because its number is at the
 * end.
 */
const LONG_NAME = 7;

/** A longer state label, as in English, gets a smaller font instead of being truncated. */
const LONG_WORD = 11;

/**
 * A room on 152 × 104 px or more: name, state with age, two numbers, the night. All of it grows
 * with the card.
 */
export function SmallCard({ roomId, index, current, onFocus }: RoomCardProps) {
  const tone = useAttentionTone(roomId);
  return (
    <RoomLink
      roomId={roomId}
      index={index}
      current={current}
      className={css['small']}
      tone={tone}
      onFocus={() => onFocus(roomId)}
    >
      <SmallCardContent roomId={roomId} />
    </RoomLink>
  );
}

function SmallCardContent({ roomId }: Pick<RoomCardProps, 'roomId'>) {
  const room = useRoom(roomId);
  return room === null ? null : <SmallCardLines room={room} />;
}

function SmallCardLines({ room }: { readonly room: Room }) {
  const faultText = useFaultText();
  const words = useStatusLabel();
  const items = useCardItems(room);
  const { live } = room;
  const status = getPrimaryStatus(live);
  const side = getFaultMark(live);
  const word = words({ ...status, who: '' });
  return (
    <>
      <span className={css['head']}>
        <strong data-long={room.name.length > LONG_NAME}>{room.name}</strong>
        {status.since === null ? null : (
          <Age at={status.since} kind="short" className={css['age']} />
        )}
      </span>
      <span className={css['state']} data-tone={status.tone}>
        <StateIcon shape={status.shape} size={18} />
        <span className={css['word']} data-long={word.length > LONG_WORD}>
          {word}
        </span>
        <BedMark live={live} />
        {side === null ? null : (
          <span className={css['side']} data-tone="technical" title={faultText(side)}>
            <StateIcon shape={side.shape} size={16} />
            <span className="visually-hidden">{faultText(side)}</span>
          </span>
        )}
      </span>
      <span className={css['numbers']}>
        {(['heartRate', 'respirationRate'] as const).map((kind) =>
          items.has(kind) ? (
            <VitalNumber key={kind} kind={kind} reading={getReading(live, kind)} />
          ) : null,
        )}
      </span>
      {hasNeedLine(live, status) ? (
        <NeedLine live={live} status={status} />
      ) : side !== null && side.serial !== null ? (
        <FaultLine live={live} size="small" />
      ) : items.has('night') ? (
        <NightLine roomId={room.documentReferenceId} domainId={room.domainId} size="small" />
      ) : null}
    </>
  );
}
