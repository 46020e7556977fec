import { useTranslation } from 'react-i18next';
import { useFigureLabels } from '../result/use-figure-labels.ts';
import type { HeatFigure } from './heat-figures.ts';
import type { HeatCell } from './heat-rows.ts';

export type HeatmapLabels = {
  readonly name: (figure: HeatFigure) => string;
  readonly value: (figure: HeatFigure, value: number | null) => string;
  /** The text of a cell: its value and its limitations, or why it has no value. */
  readonly cell: (cell: HeatCell, figure: HeatFigure) => string;
  /** The data quality of a cell's night. */
  readonly quality: (cell: HeatCell) => string | null;
  readonly place: (building: string, floor: string) => string;
};

/** Formats cells in the user's language. */
export function useHeatmapLabels(): HeatmapLabels {
  const { t } = useTranslation('domainNights');
  const { t: results } = useTranslation('results');
  const figures = useFigureLabels();
  const value = (figure: HeatFigure, of: number | null): string => figures.value(figure.kind, of);
  return {
    value,
    name: ({ id }) => (id === 'coverage' ? t('coverage') : results(`figure.${id}`)),
    cell: (cell, figure) => {
      if (cell.kind !== 'value') return t(`cell.${cell.kind}`);
      return [
        value(figure, cell.value),
        ...(cell.isDoubtful ? [t('cell.doubtful')] : []),
        ...(cell.night.isCorrected ? [t('cell.corrected')] : []),
      ].join(t('and'));
    },
    quality: (cell) => {
      if (cell.kind !== 'value' && cell.kind !== 'unknown') return null;
      const { quality, coverage } = cell.night;
      return quality === null
        ? null
        : results(`quality.${quality}`, {
            percent: coverage === null ? '--' : `${Math.round(coverage * 100)}%`,
          });
    },
    place: (building, floor) =>
      [building, floor].filter((part) => part !== '').join(' ') || t('noPlace'),
  };
}
