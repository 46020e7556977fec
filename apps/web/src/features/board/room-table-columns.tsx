import { VIEW_ITEMS } from '@yamori/domain';
import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CauseLabel } from '../../shared/alarm-actions/cause-label.tsx';
import { leadingAlarm } from '../../shared/alarm-actions/open-alarms.ts';
import { FaultLine } from '../../shared/room-state/fault-line.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { Age } from '../../kit/clock/age.tsx';
import { BedMark, useStatusLabel } from '../../shared/room-state/state-badge.tsx';
import { getPrimaryStatus, getFaultMark } from '../../shared/room-state/room-status.ts';
import { VitalNumber, getReading } from '../../shared/room-state/vital-number.tsx';
import { NightLine } from './night-line.tsx';
import type { Room } from './room-store.ts';
import css from './room-table.module.css';
import { useOccupantWord, usePlaceFormatter } from './use-room-words.ts';

export const roomTableFeatures = tableFeatures({});
type RoomTableRow = { readonly id: string };

const helper = createColumnHelper<typeof roomTableFeatures, RoomTableRow>();

export const COLUMN_IDS = VIEW_ITEMS.listColumns;
export type ColumnId = (typeof COLUMN_IDS)[number];

/** On a phone the values for monitoring come first, and the rest is reached by scrolling. */
export const NARROW_COLUMN_IDS: readonly ColumnId[] = [
  'room',
  'state',
  'heartRate',
  'respirationRate',
  'temperature',
  'since',
  'device',
  'posture',
  'occupant',
  'night',
  'place',
];

type ColumnLook = {
  readonly width: number | null;
  readonly narrowWidth: number;
  readonly number: boolean;
};

/** Widths in pixels; null takes the remaining width. Numbers are right-aligned. */
export const COLUMN_LOOKS: Readonly<Record<ColumnId, ColumnLook>> = {
  room: { width: 108, narrowWidth: 82, number: false },
  occupant: { width: 118, narrowWidth: 110, number: false },
  state: { width: 178, narrowWidth: 112, number: false },
  since: { width: 120, narrowWidth: 120, number: false },
  heartRate: { width: 90, narrowWidth: 74, number: true },
  respirationRate: { width: 90, narrowWidth: 74, number: true },
  temperature: { width: 84, narrowWidth: 70, number: true },
  posture: { width: 102, narrowWidth: 96, number: false },
  device: { width: 142, narrowWidth: 132, number: false },
  night: { width: null, narrowWidth: 150, number: false },
  place: { width: 130, narrowWidth: 110, number: false },
};

/**
 * Columns in order; a cell is drawn by `roomCell` from the room's newest state, not from the
 * table's data.
 */
export const toColumns = (ids: readonly ColumnId[]) =>
  helper.columns(ids.map((id) => helper.display({ id })));

/**
 * Cells that need translations request them themselves: if all ten cells of a row did, this would
 * be most of the row's cost during fast scrolling.
 */
export function RoomCell({
  column,
  room,
}: {
  column: Exclude<ColumnId, 'room'>;
  room: Room;
}): ReactNode {
  const { live } = room;
  switch (column) {
    case 'occupant':
      return <OccupantCell room={room} />;
    case 'state':
      return <StateCell room={room} />;
    case 'since':
      return <SinceCell room={room} />;
    case 'heartRate':
    case 'respirationRate':
    case 'temperature':
      return <VitalNumber kind={column} reading={getReading(live, column)} size="table" />;
    case 'posture':
      return <PostureCell room={room} />;
    case 'device':
      return <DeviceCell room={room} />;
    case 'night':
      return <NightLine roomId={room.documentReferenceId} domainId={room.domainId} size="table" />;
    case 'place':
      return <PlaceCell room={room} />;
  }
}

type CellProps = { readonly room: Room };

function PlaceCell({ room }: CellProps) {
  const getPlace = usePlaceFormatter();
  return <span className={css['quiet']}>{getPlace(room)}</span>;
}

function SinceCell({ room }: CellProps) {
  const { since } = getPrimaryStatus(room.live);
  return since === null ? null : <Age at={since} kind="since" className={css['quiet']} />;
}

function OccupantCell({ room }: CellProps) {
  const getOccupant = useOccupantWord();
  return <span className={css['quiet']}>{getOccupant(room)}</span>;
}

function StateCell({ room }: CellProps) {
  const words = useStatusLabel();
  const { live } = room;
  const lead = getPrimaryStatus(live);
  return (
    <span className={css['state']} data-tone={lead.tone}>
      <StateIcon shape={lead.shape} size={18} />
      {words(lead)}
      <LeadingCause live={live} />
      <BedMark live={live} />
    </span>
  );
}

function LeadingCause({ live }: { readonly live: Room['live'] }) {
  return <CauseLabel accident={leadingAlarm(live)} />;
}

function PostureCell({ room: { live } }: CellProps) {
  const { t } = useTranslation('states');
  return <span className={css['quiet']}>{t(`posture.${live?.posture ?? 'unknown'}`)}</span>;
}

function DeviceCell({ room: { live } }: CellProps) {
  const { t } = useTranslation('states');
  const side = getFaultMark(live);
  if (side !== null && side.serial !== null)
    return (
      <span className={css['fault']}>
        <FaultLine live={live} />
      </span>
    );
  if (side !== null)
    return (
      <span className={css['state']} data-tone="technical">
        <StateIcon shape={side.shape} size={18} />
        {t(side.word)}
      </span>
    );
  return (
    <span className={css['quiet']}>
      {live === null ? t('fault.undeployed') : t(`fault.${live.fault}`)}
    </span>
  );
}
