import type { AgencyDevice } from '@yamori/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../../locales/date-time-formatter.ts';
import { useAgency } from '../../../shared/agency/agency-context.tsx';
import { Age } from '../../../kit/clock/age.tsx';
import { DeviceStateBadge } from '../../../shared/device-state/device-state-badge.tsx';
import type { CardContent, ListColumn } from '../../../kit/list/list-view.ts';
import css from './agency.module.css';
import type { AgencyDeviceColumn } from './device-list.ts';

export function useAgencyDeviceColumns(): readonly ListColumn<AgencyDevice, AgencyDeviceColumn>[] {
  const { t } = useTranslation('agencyArea');
  return [
    {
      id: 'serial',
      head: t('devices.fields.serial'),
      width: 236,
      sorts: true,
      cell: ({ serial, name }) => (name === '' ? serial : `${serial} ${name}`),
    },
    {
      id: 'state',
      head: t('devices.fields.state'),
      width: 134,
      sorts: true,
      cell: ({ state }) => <DeviceStateBadge state={state} />,
    },
    {
      id: 'customer',
      head: t('devices.fields.customer'),
      sorts: true,
      cell: ({ customerName, isLent }) =>
        isLent ? `${customerName} · ${t('devices.lent')}` : customerName,
    },
    {
      id: 'room',
      head: t('devices.fields.room'),
      width: 104,
      sorts: true,
      cell: ({ roomId, roomName }) => (roomId === null ? t('devices.noRoom') : roomName),
    },
    {
      id: 'type',
      head: t('devices.fields.type'),
      width: 190,
      sorts: true,
      cell: ({ typeName }) => typeName,
    },
    {
      id: 'battery',
      head: t('devices.fields.battery'),
      width: 84,
      isNumber: true,
      sorts: true,
      cell: ({ battery }) => (battery === null ? '' : `${Math.round(battery)} %`),
    },
    {
      id: 'lastHeardAt',
      head: t('devices.fields.lastHeardAt'),
      width: 210,
      sorts: true,
      cell: ({ lastHeardAt }) =>
        lastHeardAt === null ? t('devices.never') : <LastHeard at={new Date(lastHeardAt)} />,
    },
    {
      id: 'firmware',
      head: t('devices.fields.firmware'),
      width: 130,
      cell: ({ firmware }) => firmware,
    },
  ];
}

function LastHeard({ at }: { readonly at: Date }) {
  const { i18n } = useTranslation('agencyArea');
  const { timeZone } = useAgency();
  const format = createDateTimeFormatter(i18n.language, {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <>
      {format(at)} · <Age at={at} kind="ago" />
    </>
  );
}

/**
 * A device card: its name, its state, and the other selected columns; a small card shows its place.
 */
export const agencyDeviceCard =
  (columns: readonly ListColumn<AgencyDevice, AgencyDeviceColumn>[]) =>
  (device: AgencyDevice, isSmall: boolean): CardContent =>
    isSmall
      ? {
          title: device.serial,
          lines: [
            <DeviceStateBadge key="state" state={device.state} />,
            <Place key="place" device={device} />,
          ],
        }
      : {
          title: device.serial,
          aside: <DeviceStateBadge state={device.state} />,
          lines: columns
            .filter(({ id }) => id !== 'serial' && id !== 'state')
            .map(({ id, head, cell }) => (
              <Pair key={id} head={head}>
                {cell(device)}
              </Pair>
            )),
        };

/** The room first, so that truncation hits a long customer name. */
function Place({ device: { roomId, roomName, customerName } }: { readonly device: AgencyDevice }) {
  const { t } = useTranslation('agencyArea');
  return `${roomId === null ? t('devices.noRoom') : roomName} · ${customerName}`;
}

const Pair = ({ head, children }: { readonly head: string; readonly children: ReactNode }) => (
  <span className={css['pair']}>
    <small>{head}</small>
    <span>{children}</span>
  </span>
);
