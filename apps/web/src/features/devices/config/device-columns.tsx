import { deviceState } from '@yamori/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceStateBadge, LastHeard } from '../../../shared/device-state/device-state-badge.tsx';
import type { CardContent, ListColumn } from '../../../kit/list/list-view.ts';
import type { DeviceColumn } from './device-list.ts';
import css from './device-config.module.css';
import type { Device } from './device-source.ts';

export type DeviceLabels = {
  readonly getTypeName: (device: Device) => string;
  readonly getRoom: (device: Device) => string;
  readonly getOrganisation: (domainId: string) => string;
};

const Percent = ({ value }: { readonly value: number | null | undefined }) => (
  <>{value === null || value === undefined ? '--' : `${Math.round(value)}%`}</>
);

export function useDeviceColumns({
  getTypeName,
  getRoom,
  getOrganisation,
}: DeviceLabels): readonly ListColumn<Device, DeviceColumn>[] {
  const { t } = useTranslation('deviceConfig');
  return [
    {
      id: 'serial',
      head: t('fields.serial'),
      width: 244,
      sorts: true,
      cell: ({ serial }) => serial,
    },
    { id: 'name', head: t('fields.name'), width: 120, sorts: true, cell: ({ name }) => name },
    { id: 'type', head: t('fields.type'), width: 160, cell: getTypeName },
    {
      id: 'room',
      head: t('fields.room'),
      width: 120,
      sorts: true,
      cell: (device) =>
        device.roomId === null ? (
          <span className={css['lacking']}>{t('noRoom')}</span>
        ) : (
          getRoom(device)
        ),
    },
    ...useStatusColumns(),
    { id: 'firmware', head: t('fields.firmware'), width: 110, cell: ({ firmware }) => firmware },
    {
      id: 'connection',
      head: t('fields.connection'),
      width: 120,
      cell: ({ connection }) => t(`connections.${connection}`),
    },
    {
      id: 'loan',
      head: t('fields.loan'),
      width: 160,
      cell: ({ borrowedBy }) =>
        borrowedBy === null ? '' : t('lentTo', { name: getOrganisation(borrowedBy) }),
    },
    {
      id: 'organisation',
      head: t('fields.organisation'),
      width: 160,
      cell: ({ domainId }) => getOrganisation(domainId),
    },
  ];
}

/** What a device reported last. */
function useStatusColumns(): readonly ListColumn<Device, DeviceColumn>[] {
  const { t } = useTranslation('deviceConfig');
  return [
    {
      id: 'state',
      head: t('fields.state'),
      width: 140,
      sorts: true,
      cell: (device) => <DeviceStateBadge state={deviceState(device)} />,
    },
    {
      id: 'lastFrame',
      head: t('fields.lastFrame'),
      width: 120,
      sorts: true,
      cell: (device) => <LastHeard status={device.status} />,
    },
    {
      id: 'battery',
      head: t('fields.battery'),
      width: 80,
      isNumber: true,
      sorts: true,
      cell: ({ status }) => <Percent value={status?.batteryPercent} />,
    },
    {
      id: 'signal',
      head: t('fields.signal'),
      width: 100,
      isNumber: true,
      cell: ({ status }) =>
        status?.signalDbm === null || status?.signalDbm === undefined
          ? '--'
          : t('dbm', { value: Math.round(status.signalDbm) }),
    },
  ];
}

/** A device card: name, state, place, and the other selected columns. */
export function useDeviceCard(
  { getRoom }: DeviceLabels,
  columns: readonly ListColumn<Device, DeviceColumn>[],
): (device: Device, isSmall: boolean) => CardContent {
  const { t } = useTranslation('deviceConfig');
  return (device, isSmall) => {
    const state = deviceState(device);
    const tone = ['offline', 'sensorOff', 'noisy'].includes(state)
      ? ('technical' as const)
      : state === 'batteryLow'
        ? ('warning' as const)
        : undefined;
    const title = device.name === '' ? device.serial : device.name;
    const place =
      device.roomId === null ? (
        <span className={css['lacking']}>{t('noRoom')}</span>
      ) : (
        getRoom(device)
      );
    if (isSmall)
      return { title, tone, lines: [<DeviceStateBadge key="state" state={state} />, place] };
    // Omit what the title shows already.
    const left = [
      'room',
      'state',
      'name',
      'organisation',
      ...(device.name === '' ? ['serial'] : []),
    ];
    const lines = columns
      .filter(({ id }) => !left.includes(id))
      .map(({ id, head, cell }) => (
        <Pair key={id} head={head}>
          {cell(device)}
        </Pair>
      ));
    return {
      title,
      tone,
      lines: [
        <Pair key="state" head={t('fields.state')}>
          <DeviceStateBadge state={state} />
        </Pair>,
        <Pair key="room" head={t('fields.room')}>
          {place}
        </Pair>,
        ...lines,
      ],
    };
  };
}

const Pair = ({ head, children }: { readonly head: string; readonly children: ReactNode }) => (
  <span className={css['pair']}>
    <small>{head}</small>
    <span>{children}</span>
  </span>
);
