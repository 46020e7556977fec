import { useTranslation } from 'react-i18next';
import { ChartCanvas } from '../../../../live/chart/chart-canvas.tsx';
import { useChartReport, useChartStatus } from '../../../../live/chart/chart-context.tsx';
import {
  type ChartPalette,
  CSS_PX_PER_MM,
  type TraceViewSpec,
} from '../../../../live/chart/chart-spec.ts';
import type { StreamReport } from '../../../../live/chart/engine/chart-report.ts';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import { Spinner } from '../../../../kit/pages/spinner.tsx';
import css from './connect.module.css';

const WINDOW_SECONDS = 6;
const MAX_LANES = 2;

/** The device's current data: its first frames as a drawing and as text. */
export function LiveTest({ serial }: { readonly serial: string }) {
  const { t } = useTranslation('deviceConfig');
  const status = useChartStatus();
  const report = useChartReport().devices.find((device) => device.serial === serial);
  const streams = report?.streams ?? [];
  const received = streams.filter(({ ageSeconds }) => ageSeconds !== null);
  const spec = (palette: ChartPalette): TraceViewSpec => ({
    kind: 'traces',
    lanes: { serials: [serial], atMost: MAX_LANES },
    watchAll: [serial],
    mode: 'sweep',
    time: { kind: 'window', seconds: WINDOW_SECONDS },
    pxPerMm: CSS_PX_PER_MM,
    frozen: false,
    palette,
    estimates: false,
    headPx: 0,
  });
  return (
    <section className={css['test']} aria-label={t('test.title')}>
      <output className={css['verdict']} data-heard={received.length > 0}>
        {status.kind === 'failed' ? (
          t('test.failed')
        ) : received.length > 0 ? (
          <>
            <ToolIcon name="check" size={18} />
            {t('test.heard')}
          </>
        ) : (
          <>
            <Spinner size={18} />
            {t('test.waiting')}
          </>
        )}
      </output>
      <ChartCanvas view={spec} className={css['canvas']} label={t('test.label', { serial })} />
      {streams.length === 0 ? null : (
        <ul className={css['streams']}>
          {streams.map((stream) => (
            <StreamLine key={stream.streamId} stream={stream} />
          ))}
        </ul>
      )}
    </section>
  );
}

function StreamLine({
  stream: { kind, unit, latest, ageSeconds, sampleRateHz },
}: {
  readonly stream: StreamReport;
}) {
  const { t } = useTranslation('deviceConfig');
  const { t: raw } = useTranslation('raw');
  const name = raw(`streams.${kind}` as 'streams.ecg', { defaultValue: kind });
  const [first] = latest;
  const value =
    first === null || first === undefined
      ? '--'
      : t('test.value', { value: Math.round(first * 1000) / 1000, unit });
  return (
    <li data-heard={ageSeconds !== null}>
      <b>{name}</b>
      <span>{sampleRateHz > 0 ? t('test.rate', { value: sampleRateHz }) : t('test.events')}</span>
      <span>{ageSeconds === null ? t('test.nothingYet') : value}</span>
    </li>
  );
}
