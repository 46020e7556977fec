import { useTranslation } from 'react-i18next';
import { Age } from '../../kit/clock/age.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { leadOf } from '../../shared/room-state/room-standing.ts';
import { useStandingWords } from '../../shared/room-state/standing-words.ts';
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
      keyOf={(room) => room.documentReferenceId}
      textOf={(room) => `${room.name} ${room.occupant?.alias ?? ''} ${room.building} ${room.floor}`}
      target={(room) => ({ to: target, search: { room: room.documentReferenceId } })}
      empty={{ title: t('states.roomsNone'), why: t('states.roomsNoneWhy') }}
      row={(room) => <RoomRow room={room} />}
    />
  );
}

function RoomRow({ room }: { room: Room }) {
  const words = useStandingWords();
  const standing = leadOf(room.live);
  return (
    <>
      <span className={css['icon']} data-tone={standing.tone}>
        <StateIcon shape={standing.shape} size={24} />
      </span>
      <span className={css['name']}>
        {room.name}
        <small>{room.occupant?.alias ?? ''}</small>
      </span>
      <span className={css['state']} data-tone={standing.tone}>
        {words(standing)}
      </span>
      <span className={css['place']}>
        {[room.building, room.floor].filter((part) => part !== '').join(' ')}
      </span>
      <span className={css['since']}>
        {standing.since === null ? null : <Age at={standing.since} kind="since" />}
      </span>
    </>
  );
}
