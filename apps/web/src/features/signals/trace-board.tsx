import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCanvas } from '../../live/chart/chart-canvas.tsx';
import { useChartReport } from '../../live/chart/chart-context.tsx';
import {
  type ChartPalette,
  type LaneSpec,
  PALETTE_TOKENS,
  type TraceViewSpec,
} from '../../live/chart/chart-spec.ts';
import type { ChartReport, ViewReport } from '../../live/chart/engine/chart-report.ts';
import type { RulerPosition } from '../../live/chart/engine/trace-view.ts';
import css from './board.module.css';
import { useLaneName } from './signal-names.ts';
import { RulerOverlay } from './ruler-overlay.tsx';
import { RulerReadout } from './ruler-readout.tsx';
import { spanWord } from './trace-toolbar.tsx';
import type { TraceSettings } from './trace-settings.ts';

type TraceBoardProps = {
  readonly lanes: readonly LaneSpec[];
  readonly watchAll: readonly string[];
  /** Rooms of the devices by serial, to load earlier values of slow series from their timelines. */
  readonly rooms?: Readonly<Record<string, string>>;
  readonly settings: TraceSettings;
  readonly frozen: boolean;
  readonly ruler: boolean;
  readonly pxPerMm: number;
  readonly label: string;
  /** Adds the device to lane names, when there are several devices. */
  readonly getDeviceName?: ((serial: string) => string) | undefined;
};

/** Height of a lane's name above its trace. */
const NAME_PX = 28;
const NO_ROOMS: Readonly<Record<string, string>> = {};
const FIRST_CURSORS: RulerPosition = [0.35, 0.55];

/** The chart: traces with names and scales, and the ruler on top. */
export function TraceBoard({
  lanes,
  watchAll,
  rooms = NO_ROOMS,
  settings,
  frozen,
  ruler,
  pxPerMm,
  label,
  getDeviceName,
}: TraceBoardProps) {
  const { t } = useTranslation('raw');
  const [viewId, setViewId] = useState<number | null>(null);
  const [cursors, setCursors] = useState<RulerPosition>(FIRST_CURSORS);
  const report = useChartReport();
  const view = findView(report, viewId);
  const spec = (palette: ChartPalette): TraceViewSpec => ({
    kind: 'traces',
    lanes,
    watchAll,
    rooms,
    mode: settings.mode,
    time: settings.speed,
    pxPerMm,
    frozen,
    palette,
    estimates: true,
    headPx: NAME_PX,
  });
  const drawn = lanes.filter((lane) => view?.lanes.some((other) => other.id === lane.id) ?? false);
  return (
    <div className={css['board']}>
      <div className={css['paper']} data-frozen={frozen}>
        <ChartCanvas
          view={spec}
          className={css['canvas']}
          label={label}
          ruler={ruler ? cursors : null}
          onAttached={setViewId}
        />
        <div
          className={css['lanes']}
          style={{ gridTemplateRows: drawn.map((lane) => `${lane.weight}fr`).join(' ') }}
          aria-hidden="true"
        >
          {drawn.map((lane) => (
            <LaneLegend
              key={lane.id}
              lane={lane}
              view={view}
              device={getDeviceName?.(lane.source.serial)}
              settings={settings}
              pxPerMm={pxPerMm}
            />
          ))}
        </div>
        {frozen ? <span className={css['frozen']}>{t('frozen')}</span> : null}
        {ruler ? <RulerOverlay cursors={cursors} onMove={setCursors} /> : null}
      </div>
      {settings.mode === 'scroll' &&
      settings.speed.kind === 'window' &&
      drawn.every((lane) => lane.pace === 1) ? (
        <TimeFoot seconds={settings.speed.seconds} />
      ) : null}
      {ruler ? (
        <RulerReadout
          ruler={view?.ruler ?? null}
          lanes={drawn.filter((lane) => lane.windowsBack === 0)}
        />
      ) : null}
    </div>
  );
}

export const findView = (report: ChartReport, viewId: number | null): ViewReport | null =>
  report.views.find((view) => view.viewId === viewId) ?? null;

type LaneLegendProps = {
  readonly lane: LaneSpec;
  readonly view: ViewReport | null;
  readonly device: string | undefined;
  readonly settings: TraceSettings;
  readonly pxPerMm: number;
};

function LaneLegend({ lane, view, device, settings, pxPerMm }: LaneLegendProps) {
  const { t } = useTranslation('raw');
  const getName = useLaneName();
  const shown = view?.lanes.find((other) => other.id === lane.id);
  const unit = unitWord(t, shown?.unit ?? '');
  const span =
    lane.pace !== 1 && settings.speed.kind === 'window'
      ? spanWord(t, settings.speed.seconds / lane.pace)
      : null;
  const isButton = lane.source.stream === 'button';
  if (lane.windowsBack > 0)
    return (
      <div className={css['lane']}>
        <span className={css['laneName']}>
          <small>{t('earlier', { count: lane.windowsBack })}</small>
        </span>
      </div>
    );
  return (
    <div className={css['lane']}>
      <span className={css['laneName']}>
        {lane.colours.map((colour, index) => (
          <i
            key={colour}
            style={{ background: `var(${PALETTE_TOKENS[colour]})` }}
            data-index={index}
          />
        ))}
        {getName(lane)}
        {device === undefined ? null : <small>{device}</small>}
        {span === null ? null : <small>{t('span', { span })}</small>}
      </span>
      {lane.scale.kind === 'paper' ? (
        <span className={css['calibrationBar']} style={{ height: lane.scale.mmPerUnit * pxPerMm }}>
          1 {unit}
        </span>
      ) : shown === undefined || isButton ? null : (
        <>
          <span className={css['high']}>
            {scaleText(shown.high, shown.high - shown.low)}
            {unit === '' ? '' : ` ${unit}`}
          </span>
          <span className={css['low']}>{scaleText(shown.low, shown.high - shown.low)}</span>
        </>
      )}
    </div>
  );
}

/** Units in the user's notation; devices use ASCII. */
function unitWord(t: ReturnType<typeof useTranslation<'raw'>>['t'], unit: string): string {
  if (unit === '/min') return t('perMinute');
  return unit === '°C' ? t('celsius') : unit;
}

/** A value with the decimals that the span of its scale needs. */
export const scaleText = (value: number, span: number): string =>
  value.toFixed(Math.min(4, Math.max(0, Math.ceil(1.5 - Math.log10(Math.max(span, 1e-6))))));

const SHARES = [1, 0.75, 0.5, 0.25] as const;

/** The time axis of a scrolling chart: how long ago, with now at the right. */
function TimeFoot({ seconds }: { seconds: number }) {
  const { t } = useTranslation('raw');
  return (
    <ol className={css['foot']} aria-label={t('timeAxis')}>
      {SHARES.map((share) => (
        <li key={share}>{t('before', { span: spanWord(t, share * seconds) })}</li>
      ))}
      <li>{t('ageNow')}</li>
    </ol>
  );
}
