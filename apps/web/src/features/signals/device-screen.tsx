import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChartPart } from '../../live/chart/chart-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { EmptyState, LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { DeviceChoice } from './device-choice.tsx';
import { useDevice } from './device-source.ts';
import { EitViewer } from './eit-viewer.tsx';
import { DeviceHead } from './raw-head.tsx';
import { RAW_SCREENS, type RawScreen, SCREEN_STREAM } from './raw-setup.ts';
import css from './raw.module.css';
import { SignalViewer } from './signal-viewer.tsx';

/** A raw-signal screen for the device in the address; without one, a list of devices. */
export function DeviceScreen({ screen }: { screen: RawScreen }) {
  const [values] = useUrlParams();
  const serial = values['device'] ?? '';
  const declared = useChartPart(
    (report) => report.devices.find((device) => device.serial === serial)?.declared.join(' ') ?? '',
  );
  return (
    <div className={css['screen']}>
      <DeviceHead
        screen={screen}
        serial={serial}
        declared={declared === '' ? [] : declared.split(' ')}
      />
      {serial === '' ? (
        <DeviceChoice screen={screen} />
      ) : (
        <DeviceSignals key={serial} screen={screen} serial={serial} declared={declared} />
      )}
    </div>
  );
}

function DeviceSignals({
  screen,
  serial,
  declared,
}: {
  screen: RawScreen;
  serial: string;
  declared: string;
}) {
  const { t } = useTranslation('raw');
  const device = useDevice(serial);
  const stream = SCREEN_STREAM[screen];
  const kinds = declared === '' ? [] : declared.split(' ');
  if (device.kind === 'loading') return <LoadingState />;
  if (device.kind === 'failed' || device.kind === 'refused')
    return <ProblemState problem={device.problem} />;
  if (device.value === null)
    return (
      <ErrorState
        title={t('states.unknownDevice', { serial })}
        why={t('states.refusedWhy')}
        icon="sensor"
        next={<Link to="/monitoring-device">{t('chooseDevice')}</Link>}
      />
    );
  if (stream !== null && kinds.length > 0 && !kinds.includes(stream))
    return <NoStream serial={serial} kinds={kinds} />;
  return screen === 'raw-eit' ? (
    <EitViewer serial={serial} device={device.value} />
  ) : (
    <SignalViewer
      screen={screen}
      serials={[serial]}
      devices={[device.value]}
      rooms={device.value.roomId === null ? {} : { [serial]: device.value.roomId }}
      name={serial}
    />
  );
}

/** The device exists but does not send this signal: link to the signals that it has. */
function NoStream({ serial, kinds }: { serial: string; kinds: readonly string[] }) {
  const { t } = useTranslation('raw');
  const names = kinds
    .map((kind) => t(`streams.${kind}` as 'streams.ecg', { defaultValue: kind }))
    .join(t('listSeparator'));
  const others = RAW_SCREENS.filter((screen) => kinds.includes(SCREEN_STREAM[screen] ?? ''));
  return (
    <EmptyState
      title={t('states.noStream')}
      why={t('states.noStreamWhy', { serial, streams: names })}
      next={others.map((screen) => (
        <Link key={screen} to={`/${screen}`} search={{ device: serial }}>
          {t(`screens.${screen}`)}
        </Link>
      ))}
    />
  );
}
