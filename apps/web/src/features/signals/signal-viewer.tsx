import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartReport } from '../../live/chart/chart-context.tsx';
import type { DeviceReport } from '../../live/chart/engine/chart-report.ts';
import { useConnectionState } from '../../live/documents/documents-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { Spinner } from '../../kit/pages/spinner.tsx';
import type { Device } from './device-source.ts';
import { useSerialName } from './signal-names.ts';
import { ButtonState, EventHistory } from './event-panel.tsx';
import { NumberPanel } from './number-panel.tsx';
import { type RawScreen, SCREEN_STREAM } from './raw-setup.ts';
import css from './raw.module.css';
import { SidePanel } from './side-panel.tsx';
import { toLanes } from './signal-lanes.ts';
import { SignalNotice } from './signal-notice.tsx';
import { TraceBoard } from './trace-board.tsx';
import { readCalibration, readTraceSettings, writeCalibration } from './trace-settings.ts';
import { TraceToolbar } from './trace-toolbar.tsx';

type SignalViewerProps = {
  readonly screen: RawScreen;
  readonly serials: readonly string[];
  /** The loaded documents of the devices. */
  readonly devices: readonly Device[];
  /** The room of each device by serial; devices without a room are omitted. */
  readonly rooms: Readonly<Record<string, string>>;
  /** Describes the drawing to screen readers. */
  readonly name: string;
};

/** Tools, chart and numbers for some devices on one clock. */
export function SignalViewer({ screen, serials, devices, rooms, name }: SignalViewerProps) {
  const { t } = useTranslation('raw');
  const [values] = useUrlParams();
  const settings = readTraceSettings(screen, values);
  const [frozen, setFrozen] = useState(false);
  const [ruler, setRuler] = useState(false);
  const [pxPerMm, setPxPerMm] = useState(() => readCalibration(globalThis.localStorage));
  const report = useChartReport();
  const link = useConnectionState();
  const reports = report.devices.filter((device) => serials.includes(device.serial));
  const stream = SCREEN_STREAM[screen];
  const lanes = toLanes(screen, serials, settings, report);
  const getName = useSerialName(devices);
  const getDeviceName = serials.length > 1 ? getName : undefined;
  const isWaiting = !reports.some((device) =>
    device.streams.some((other) => other.ageSeconds !== null || other.sampleRateHz === 0),
  );
  const calibrate = (value: number): void => {
    setPxPerMm(value);
    writeCalibration(globalThis.localStorage, value);
  };
  return (
    <>
      <TraceToolbar
        screen={screen}
        settings={settings}
        frozen={frozen}
        onFreeze={setFrozen}
        ruler={ruler}
        onRuler={setRuler}
        pxPerMm={pxPerMm}
        onCalibrate={calibrate}
      />
      <SignalNotice devices={devices} reports={reports} />
      <div className={css['body']} data-link={link.kind}>
        <div className={css['main']} data-screen={screen}>
          <TraceBoard
            lanes={lanes}
            watchAll={stream === null ? serials : []}
            rooms={rooms}
            settings={settings}
            frozen={frozen}
            ruler={ruler}
            pxPerMm={pxPerMm}
            getDeviceName={getDeviceName}
            label={t('label', {
              device: name,
              stream: t(`screens.${screen}`),
              state: spokenState(t, reports),
            })}
          />
          {screen === 'raw-button' ? (
            <EventHistory devices={reports} getDeviceName={getDeviceName} />
          ) : null}
          {isWaiting ? (
            <div className={css['waiting']}>
              <Spinner size={28} />
              <p>{t('states.waiting')}</p>
            </div>
          ) : null}
        </div>
        <SidePanel>
          {screen === 'raw-button' ? <ButtonState devices={reports} /> : null}
          <NumberPanel
            devices={reports}
            kinds={stream === null ? null : [stream]}
            getDeviceName={getDeviceName}
          />
        </SidePanel>
      </div>
    </>
  );
}

function spokenState(
  t: ReturnType<typeof useTranslation<'raw'>>['t'],
  reports: readonly DeviceReport[],
): string {
  const [first] = reports;
  if (first === undefined) return t('states.waiting');
  const rate = (estimate: DeviceReport['heartRate']): string =>
    estimate.kind === 'value' ? `${Math.round(estimate.value / 2) * 2} ${t('perMinute')}` : '--';
  return `${t('wave.heartRate')} ${rate(first.heartRate)} ${t('wave.respirationRate')} ${rate(first.respirationRate)}`;
}
