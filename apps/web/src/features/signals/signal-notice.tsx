import { lastHeardAt } from '@yamori/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartStatus } from '../../live/chart/chart-context.tsx';
import type { DeviceReport } from '../../live/chart/engine/chart-report.ts';
import { useLink, useConnectionState } from '../../live/documents/documents-context.tsx';
import { formatAgo } from '../../locales/format-age.ts';
import { useTimed } from '../../kit/clock/clock-context.tsx';
import { ConnectionBanner } from '../../shared/connection/connection-banner.tsx';
import { ToolIcon, type ToolIconName } from '../../kit/icons/tool-icon.tsx';
import { useDeviceName } from './signal-names.ts';
import type { Device } from './device-source.ts';
import css from './raw.module.css';

type NoticeProps = {
  readonly tone: 'information' | 'warning' | 'danger' | 'technical';
  readonly icon: ToolIconName;
  readonly title: string;
  readonly why: string;
  readonly action?: ReactNode;
};

const Notice = ({ tone, icon, title, why, action }: NoticeProps) => (
  <div className={css['notice']} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
    <ToolIcon name={icon} size={20} />
    <strong>{title}</strong>
    <span>{why}</span>
    {action}
  </div>
);

/** A device without a frame for this long counts as silent. */
const SILENT_SECONDS = 10;

/** The most severe obstacle to a live trace, if any: in the page, the connection or the device. */
export function SignalNotice({
  devices,
  reports,
}: {
  devices: readonly Device[];
  reports: readonly DeviceReport[];
}) {
  const { t } = useTranslation('raw');
  const { t: ages } = useTranslation('age');
  const { t: pages } = useTranslation('pages');
  const status = useChartStatus();
  const link = useConnectionState();
  const { wake: retry } = useLink();
  const silent = devices.find((device) => isSilent(device, reports));
  const heardAt = lastHeardAt(silent?.status);
  const getName = useDeviceName();
  const last = useTimed((nowMs) =>
    heardAt === null
      ? t('states.neverSeen')
      : t('states.lastSeen', { age: formatAgo(ages, heardAt, nowMs) }),
  );
  if (status.kind === 'failed')
    return (
      <Notice
        tone="danger"
        icon="alert"
        title={t('states.decoder')}
        why={t('states.decoderWhy')}
        action={
          <button type="button" onClick={() => globalThis.location.reload()}>
            {pages('reload')}
          </button>
        }
      />
    );
  if (link.kind !== 'live') return <ConnectionBanner status={link} onRetry={retry} />;
  const refused = reports.find((report) => report.state.kind === 'refused');
  if (refused !== undefined && refused.state.kind === 'refused') {
    return refused.state.code === 'eit-model-missing' ? (
      <Notice
        tone="danger"
        icon="alert"
        title={t('states.eitModel')}
        why={t('states.eitModelWhy')}
      />
    ) : (
      <Notice tone="warning" icon="info" title={t('states.refused')} why={t('states.refusedWhy')} />
    );
  }
  if (silent !== undefined)
    return (
      <Notice
        tone="technical"
        icon="sensor"
        title={t('states.offline', { device: getName(silent), serial: silent.serial })}
        why={t('states.offlineWhy', { last })}
      />
    );
  return null;
}

function isSilent(device: Device, reports: readonly DeviceReport[]): boolean {
  const waves =
    reports
      .find((report) => report.serial === device.serial)
      ?.streams.filter((stream) => stream.sampleRateHz > 0) ?? [];
  const received = waves.some(
    (stream) => stream.ageSeconds !== null && stream.ageSeconds <= SILENT_SECONDS,
  );
  return !received && !(device.status?.online ?? false);
}
