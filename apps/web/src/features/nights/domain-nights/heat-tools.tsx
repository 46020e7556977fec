import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import css from './domain-nights.module.css';
import {
  HEAT_FIGURES,
  HEAT_STEPS,
  getStepRange,
  shortValue,
  type HeatFigure,
} from './heat-figures.ts';
import { useHeatmapLabels } from './use-heatmap-labels.ts';

export const SPANS = [14, 30, 90] as const;
export type Span = (typeof SPANS)[number];

type HeatToolsProps = {
  readonly figure: HeatFigure;
  readonly span: Span;
  readonly asTable: boolean;
  /** The newest range is shown already. */
  readonly isNewest: boolean;
  readonly onFigure: (id: string) => void;
  readonly onSpan: (span: Span) => void;
  readonly onMove: (spans: -1 | 1) => void;
  readonly onTable: () => void;
  readonly onCsv: (() => void) | null;
};

/** Selects the figure, the range of nights and the view. */
export function HeatTools({
  figure,
  span,
  asTable,
  isNewest,
  onFigure,
  onSpan,
  onMove,
  onTable,
  onCsv,
}: HeatToolsProps) {
  const { t } = useTranslation('domainNights');
  const words = useHeatmapLabels();
  return (
    <div className={css['tools']} role="toolbar" aria-label={t('tools')}>
      <label>
        {t('figure')}
        <select value={figure.id} onChange={({ currentTarget }) => onFigure(currentTarget.value)}>
          {HEAT_FIGURES.map((option) => (
            <option key={option.id} value={option.id}>
              {words.name(option)}
            </option>
          ))}
        </select>
      </label>
      <Group label={t('span')}>
        {SPANS.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === span}
            onClick={() => onSpan(option)}
          >
            {t('nights', { count: option })}
          </button>
        ))}
      </Group>
      <Group label={t('period')}>
        <button
          type="button"
          data-back=""
          aria-label={t('earlier')}
          title={t('earlier')}
          onClick={() => onMove(-1)}
        >
          <ToolIcon name="right" size={16} />
        </button>
        <button
          type="button"
          aria-label={t('later')}
          title={t('later')}
          disabled={isNewest}
          onClick={() => onMove(1)}
        >
          <ToolIcon name="right" size={16} />
        </button>
      </Group>
      <span className={css['files']}>
        <button type="button" aria-pressed={asTable} onClick={onTable}>
          <ToolIcon name="table" size={16} />
          {t('table')}
        </button>
        <button type="button" disabled={onCsv === null} onClick={() => onCsv?.()}>
          {t('csv')}
        </button>
      </span>
    </div>
  );
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset aria-label={label} className={css['segments']}>
    {children}
  </fieldset>
);

/** Explains the colours, heights and patterns. */
export function HeatLegend({ figure }: { figure: HeatFigure }) {
  const { t } = useTranslation('domainNights');
  const words = useHeatmapLabels();
  const write = (value: number): string =>
    figure.kind === 'percent' ? `${value}%` : shortValue(figure.kind, value);
  return (
    <ul
      className={css['legend']}
      aria-label={t('legend', { name: words.name(figure) })}
      data-hue={figure.hue}
    >
      {HEAT_STEPS.map((step) => {
        const { from, to } = getStepRange(figure, step);
        const range =
          from === null
            ? t('below', { to: write(to ?? 0) })
            : to === null
              ? t('from', { from: write(from) })
              : figure.kind === 'times'
                ? formatTimes(from, to)
                : t('between', { from: write(from), to: write(to) });
        return (
          <li key={step}>
            <span className={css['swatch']} data-kind="value" data-step={step} />
            {range}
          </li>
        );
      })}
      <li>
        <span className={css['swatch']} data-kind="value" data-step={3} data-doubtful="" />
        {t('cell.doubtful')}
      </li>
      <li>
        <span className={css['swatch']} data-kind="value" data-step={3} data-corrected="" />
        {t('cell.corrected')}
      </li>
      {(['none', 'unknown', 'running', 'failed'] as const).map((kind) => (
        <li key={kind}>
          <span className={css['swatch']} data-kind={kind}>
            {kind === 'unknown' ? '–' : kind === 'running' ? '…' : kind === 'failed' ? '×' : ''}
          </span>
          {t(`cell.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

/** Counts are whole numbers: there is no value between two and three. */
const formatTimes = (from: number, to: number): string =>
  to - from === 1 ? String(from) : `${from}–${to - 1}`;
