import { useTranslation } from 'react-i18next';
import type { CardContent, ListColumn } from '../../kit/list/list-view.ts';
import type { RoomColumn } from './room-list.ts';
import css from './room-config.module.css';
import type { Room } from './api.ts';

export type RoomLabels = {
  /** Null while unknown. */
  readonly getDevices: (room: Room) => readonly string[] | null;
  readonly getViewName: (room: Room) => string;
  readonly getOrganisation: (room: Room) => string;
  readonly seesOccupant: boolean;
};

/** The columns of rooms, in the user's language. */
export function useRoomColumns({
  getDevices,
  getViewName,
  getOrganisation,
  seesOccupant,
}: RoomLabels): readonly ListColumn<Room, RoomColumn>[] {
  const { t } = useTranslation('roomConfig');
  const all: readonly ListColumn<Room, RoomColumn>[] = [
    { id: 'name', head: t('fields.name'), width: 160, sorts: true, cell: ({ name }) => name },
    {
      id: 'building',
      head: t('fields.building'),
      width: 110,
      sorts: true,
      cell: ({ building }) => building,
    },
    { id: 'floor', head: t('fields.floor'), width: 90, sorts: true, cell: ({ floor }) => floor },
    {
      id: 'occupant',
      head: t('fields.occupant'),
      width: 150,
      cell: (room) => occupantWord(room) ?? <Quiet words={t('nobody')} />,
    },
    {
      id: 'devices',
      head: t('fields.devices'),
      width: 220,
      cell: (room) => <DevicesCell names={getDevices(room)} />,
    },
    { id: 'tags', head: t('fields.tags'), cell: ({ tags }) => tags.join(t('separator')) },
    {
      id: 'capacity',
      head: t('fields.capacity'),
      width: 80,
      isNumber: true,
      sorts: true,
      cell: ({ capacity }) => capacity,
    },
    { id: 'view', head: t('fields.viewId'), width: 140, cell: getViewName },
    { id: 'organisation', head: t('fields.organisation'), width: 180, cell: getOrganisation },
  ];
  return seesOccupant ? all : all.filter(({ id }) => id !== 'occupant');
}

const occupantWord = ({ occupant }: Room): string | null =>
  occupant === null || occupant === undefined ? null : occupant.alias;

const Quiet = ({ words }: { readonly words: string }) => (
  <span className={css['quiet']}>{words}</span>
);

function DevicesCell({ names }: { readonly names: readonly string[] | null }) {
  const { t } = useTranslation('roomConfig');
  if (names === null) return <Quiet words={t('devicesUnknown')} />;
  return names.length === 0 ? (
    <span className={css['lacking']}>{t('noDevice')}</span>
  ) : (
    <>{names.join(t('separator'))}</>
  );
}

/** A room card: name and place, and the other selected columns. */
export function useRoomCard(
  { getDevices }: RoomLabels,
  columns: readonly ListColumn<Room, RoomColumn>[],
): (room: Room, isSmall: boolean) => CardContent {
  const { t } = useTranslation('roomConfig');
  const getPlace = ({ building, floor }: Room): string =>
    [building, floor].filter((part) => part !== '').join(' ');
  return (room, isSmall) => {
    const tone =
      room.archivedAt === null && getDevices(room)?.length === 0
        ? ('technical' as const)
        : undefined;
    if (isSmall)
      return {
        title: room.name,
        tone,
        lines: [getPlace(room), <DevicesCell key="devices" names={getDevices(room)} />],
      };
    const lines = columns
      .filter(({ id }) => !['name', 'building', 'floor'].includes(id))
      .map(({ id, head, cell }) => (
        <span key={id} className={css['pair']}>
          <small>{head}</small>
          <span>{cell(room)}</span>
        </span>
      ));
    return {
      title: room.name,
      aside: room.archivedAt === null ? getPlace(room) : t('archivedMark'),
      tone,
      lines,
    };
  };
}
