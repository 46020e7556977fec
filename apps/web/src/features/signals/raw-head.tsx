import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useMayOpen } from '../../shared/viewer/use-may-open.ts';
import { useDeviceName } from './signal-names.ts';
import {
  byRoom,
  type Device,
  type Room,
  useDevices,
  useDevicesWith,
  useRooms,
} from './device-source.ts';
import { RAW_SCREENS, type RawScreen, SCREEN_STREAM } from './raw-setup.ts';
import css from './raw.module.css';
import { RoomStatusLine } from './room-status-line.tsx';

type DeviceHeadProps = {
  readonly screen: RawScreen;
  readonly serial: string;
  readonly declared: readonly string[];
};

/** The title, the device, and its other signals. */
export function DeviceHead({ screen, serial, declared }: DeviceHeadProps) {
  const { t } = useTranslation('raw');
  const { t: routes } = useTranslation('routes');
  const [, change] = useUrlParams();
  const devices = useDevices();
  const sending = useDevicesWith(SCREEN_STREAM[screen]);
  const rooms = useRooms();
  const chosen =
    'value' in devices ? devices.value.filter((device) => device.serial === serial) : [];
  const others =
    'value' in sending ? sending.value.filter((device) => device.serial !== serial) : [];
  const known = [...chosen, ...others].toSorted((a, b) => (a.serial < b.serial ? -1 : 1));
  const isUnknown = 'value' in devices && chosen.length === 0;
  const offered = RAW_SCREENS.filter(
    (other) =>
      other === screen ||
      other === 'raw-multi' ||
      declared.length === 0 ||
      declared.includes(SCREEN_STREAM[other] ?? ''),
  );
  return (
    <header className={css['head']}>
      <h1>{serial === '' ? routes('monitoring-device.title') : routes(`${screen}.title`)}</h1>
      <label className={css['picker']}>
        {t('device')}
        <select value={serial} onChange={(event) => change({ device: event.currentTarget.value })}>
          {chosen.length > 0 ? null : (
            <option value={serial}>{serial === '' ? t('chooseDevice') : serial}</option>
          )}
          <DeviceOptions devices={known} rooms={'value' in rooms ? rooms.value : []} />
        </select>
      </label>
      {serial === '' || isUnknown ? null : (
        <nav className={css['tabs']} aria-label={routes('monitoring-device.title')}>
          {offered.map((other) => (
            <Link
              key={other}
              to={`/${other}`}
              search={{ device: serial }}
              aria-current={other === screen ? 'page' : undefined}
            >
              {t(`screens.${other}`)}
            </Link>
          ))}
        </nav>
      )}
    </header>
  );
}

/** Devices by room, each with its name and serial. */
function DeviceOptions({ devices, rooms }: { devices: readonly Device[]; rooms: readonly Room[] }) {
  const { t } = useTranslation('raw');
  const getName = useDeviceName();
  const getRoom = ({ roomId }: Device): string =>
    rooms.find((room) => room.documentReferenceId === roomId)?.name ?? t('noRoomYet');
  return byRoom(devices, rooms).map((device) => (
    <option key={device.serial} value={device.serial}>
      {t('deviceOption', { room: getRoom(device), device: getName(device), serial: device.serial })}
    </option>
  ));
}

const ROOM_SCREENS = ['raw-multi', 'raw-respi-axl', 'raw-button'] as const;
export type RoomScreenName = (typeof ROOM_SCREENS)[number];

/** The title, the room, and its other views. */
export function RoomHead({ screen, roomId }: { screen: RoomScreenName; roomId: string }) {
  const { t } = useTranslation('raw');
  const { t: routes } = useTranslation('routes');
  const [, change] = useUrlParams();
  const rooms = useRooms();
  const known = 'value' in rooms ? rooms.value : [];
  const chosen = known.find((room) => room.documentReferenceId === roomId);
  return (
    <header className={css['head']}>
      <h1>{roomId === '' ? routes('monitoring-room.title') : routes(`room-${screen}.title`)}</h1>
      <label className={css['picker']}>
        {t('room')}
        <select value={roomId} onChange={(event) => change({ room: event.currentTarget.value })}>
          {chosen !== undefined ? null : <option value={roomId}>{t('chooseRoom')}</option>}
          {known.map((room) => (
            <option key={room.documentReferenceId} value={room.documentReferenceId}>
              {room.occupant ? `${room.name} ${room.occupant.alias}` : room.name}
            </option>
          ))}
        </select>
      </label>
      {chosen === undefined ? null : <RoomStatusLine room={chosen} />}
      {chosen === undefined ? null : <NightsLink room={chosen} />}
      {roomId === '' ? null : (
        <nav className={css['tabs']} aria-label={routes('monitoring-room.title')}>
          {ROOM_SCREENS.map((other) => (
            <Link
              key={other}
              to={`/monitoring-room/${other}`}
              search={{ room: roomId }}
              aria-current={other === screen ? 'page' : undefined}
            >
              {t(`screens.${other}`)}
            </Link>
          ))}
        </nav>
      )}
    </header>
  );
}

/** Leads to the nights of the room, for those who may see them. */
function NightsLink({ room }: { readonly room: Room }) {
  const { t } = useTranslation('raw');
  if (!useMayOpen('room-sleep')) return null;
  return (
    <Link
      to="/room/$roomid/sleep"
      params={{ roomid: room.documentReferenceId }}
      className={css['nights']}
      aria-label={t('nightsOf', { room: room.name })}
    >
      <ToolIcon name="history" size={18} />
      {t('nights')}
    </Link>
  );
}
