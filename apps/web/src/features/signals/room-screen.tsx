import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChartReport } from '../../live/chart/chart-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { EmptyState, LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useDevices, useRoom } from './device-source.ts';
import { RoomHead, type RoomScreenName } from './raw-head.tsx';
import { SCREEN_STREAM } from './raw-setup.ts';
import css from './raw.module.css';
import { RoomChoice } from './room-choice.tsx';
import { SignalViewer } from './signal-viewer.tsx';

/** All devices of the room in the address on one clock; without a room, a list of rooms. */
export function RoomScreen({ screen }: { screen: RoomScreenName }) {
  const [values] = useUrlParams();
  const roomId = values['room'] ?? '';
  return (
    <div className={css['screen']}>
      <RoomHead screen={screen} roomId={roomId} />
      {roomId === '' ? (
        <RoomChoice target={`/monitoring-room/${screen}`} />
      ) : (
        <RoomSignals key={roomId} screen={screen} roomId={roomId} />
      )}
    </div>
  );
}

function RoomSignals({ screen, roomId }: { screen: RoomScreenName; roomId: string }) {
  const { t } = useTranslation('raw');
  const room = useRoom(roomId);
  const devices = useDevices();
  const report = useChartReport();
  const stream = SCREEN_STREAM[screen];
  if (room.kind === 'loading') return <LoadingState />;
  if (room.kind === 'failed' || room.kind === 'refused')
    return <ProblemState problem={room.problem} />;
  if (room.value === null)
    return (
      <ErrorState
        title={t('states.unknownRoom')}
        icon="door"
        next={<Link to="/monitoring-room">{t('chooseRoom')}</Link>}
      />
    );
  const all = room.value.deviceSerials;
  const lacks = (serial: string): boolean => {
    const declared = report.devices.find((device) => device.serial === serial)?.declared ?? [];
    return stream !== null && declared.length > 0 && !declared.includes(stream);
  };
  const serials = all.filter((serial) => !lacks(serial));
  if (serials.length === 0)
    return <EmptyState title={t('states.roomNoStream')} why={t('states.roomNoStreamWhy')} />;
  const known =
    'value' in devices ? devices.value.filter((device) => serials.includes(device.serial)) : [];
  return (
    <SignalViewer
      screen={screen}
      serials={serials}
      devices={known}
      rooms={Object.fromEntries(serials.map((serial) => [serial, roomId]))}
      name={room.value.name}
    />
  );
}
