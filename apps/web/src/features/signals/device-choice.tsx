import { deviceState, type DeviceState } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeviceStateIcon, LastHeard } from '../../shared/device-state/device-state-badge.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './choice.module.css';
import { type ChoiceEmpty, ChoiceList } from './choice-list.tsx';
import { useDeviceName } from './signal-names.ts';
import { byRoom, type Device, useDevicesWith, useDeviceKinds, useRooms } from './device-source.ts';
import { type RawScreen, SCREEN_STREAM, chooseScreen } from './raw-setup.ts';

/** Devices that send the signal of `screen`, with their state; choosing one opens it. */
export function DeviceChoice({ screen }: { screen: RawScreen }) {
  const { t } = useTranslation('raw');
  const stream = SCREEN_STREAM[screen];
  const devices = useDevicesWith(stream);
  const rooms = useRooms();
  const getName = useDeviceName();
  const getKinds = useDeviceKinds();
  const known = 'value' in rooms ? rooms.value : [];
  const roomNames = new Map(known.map((room) => [room.documentReferenceId, room.name]));
  return (
    <ChoiceList
      title={t('states.noDevice')}
      why={t('states.noDeviceWhy')}
      find={t('findDevice')}
      items={'value' in devices ? { ...devices, value: byRoom(devices.value, known) } : devices}
      toKey={(device) => device.documentReferenceId}
      toText={(device) =>
        `${device.serial} ${getName(device)} ${roomNames.get(device.roomId ?? '') ?? ''}`
      }
      target={(device) => ({
        to: `/${stream === null ? chooseScreen(getKinds(device)) : screen}`,
        search: { device: device.serial },
      })}
      empty={toEmptyState(t, stream)}
      row={(device) => <DeviceRow device={device} room={roomNames.get(device.roomId ?? '')} />}
    />
  );
}

function toEmptyState(
  t: ReturnType<typeof useTranslation<'raw'>>['t'],
  stream: string | null,
): ChoiceEmpty {
  if (stream === null) return { title: t('states.none'), why: t('states.noneWhy') };
  return {
    title: t('states.noneSends', {
      stream: t(`streams.${stream}` as 'streams.ecg', { defaultValue: stream }),
    }),
    why: t('states.noneSendsWhy'),
    next: <Link to="/monitoring-device">{t('allDevices')}</Link>,
  };
}

const TONES: Readonly<Record<DeviceState, 'good' | 'warning' | 'technical' | 'quiet'>> = {
  fine: 'good',
  batteryLow: 'warning',
  offline: 'technical',
  sensorOff: 'technical',
  noisy: 'technical',
  never: 'quiet',
  retired: 'quiet',
};

function DeviceRow({ device, room }: { device: Device; room: string | undefined }) {
  const { t } = useTranslation('raw');
  const { t: states } = useTranslation('states');
  const name = useDeviceName()(device);
  const { status } = device;
  const state = deviceState(device);
  const battery =
    typeof status?.batteryPercent === 'number'
      ? t('battery', { percent: Math.round(status.batteryPercent) })
      : null;
  return (
    <>
      <span className={css['icon']} data-tone={TONES[state]}>
        {state === 'fine' ? (
          <ToolIcon name="pulse" size={24} />
        ) : (
          <DeviceStateIcon state={state} size={24} />
        )}
      </span>
      <span className={css['name']}>
        {room ?? t('noRoomYet')}
        <small>{name}</small>
      </span>
      <span className={css['state']} data-tone={TONES[state]}>
        {states(`device.${state}`)}
      </span>
      <span className={css['place']} title={device.serial}>
        {device.serial}
      </span>
      <span className={css['since']}>
        {state === 'offline' ? <LastHeard status={status} /> : battery}
      </span>
    </>
  );
}
