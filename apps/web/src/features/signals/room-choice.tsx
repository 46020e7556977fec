import { useTranslation } from 'react-i18next';
import { Age } from '../../kit/clock/age.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { getPrimaryStatus } from '../../shared/room-state/room-status.ts';
import { useStatusLabel } from '../../shared/room-state/state-badge.tsx';
import css from './choice.module.css';
import { ChoiceList } from './choice-list.tsx';
import { type Room, useRooms } from './device-source.ts';

/** Rooms with their state; choosing one opens all of its signals. */
export function RoomChoice({ target }: { target: string }) {
  const { t } = useTranslation('raw');
  return (
    <ChoiceList
      title={t('states.noRoom')}
      why={t('states.noRoomWhy')}
      find={t('findRoom')}
      items={useRooms()}
      toKey={(room) => room.documentReferenceId}
      toText={(room) => `${room.name} ${room.occupant?.alias ?? ''} ${room.building} ${room.floor}`}
      target={(room) => ({ to: target, search: { room: room.documentReferenceId } })}
      empty={{ title: t('states.roomsNone'), why: t('states.roomsNoneWhy') }}
      row={(room) => <RoomRow room={room} />}
    />
  );
}

function RoomRow({ room }: { room: Room }) {
  const words = useStatusLabel();
  const status = getPrimaryStatus(room.live);
  return (
    <>
      <span className={css['icon']} data-tone={status.tone}>
        <StateIcon shape={status.shape} size={24} />
      </span>
      <span className={css['name']}>
        {room.name}
        <small>{room.occupant?.alias ?? ''}</small>
      </span>
      <span className={css['state']} data-tone={status.tone}>
        {words(status)}
      </span>
      <span className={css['place']}>
        {[room.building, room.floor].filter((part) => part !== '').join(' ')}
      </span>
      <span className={css['since']}>
        {status.since === null ? null : <Age at={status.since} kind="since" />}
      </span>
    </>
  );
}
