import type { NightFigures } from '@yamori/domain';
import type { FigureKind } from '../result/figures.ts';

/**
 * Figures that the cell colour can show, as amounts and not as a judgement: a stronger colour is a
 * larger amount. Four thresholds make five steps, the same for every organisation, so that
 * organisations can be compared.
 */
export const HEAT_FIGURES = [
  { id: 'TST', kind: 'minutes', hue: 'sleep', bounds: [300, 360, 420, 480] },
  { id: 'SE', kind: 'percent', hue: 'sleep', bounds: [65, 75, 85, 92] },
  { id: 'WASO', kind: 'minutes', hue: 'wake', bounds: [20, 40, 60, 90] },
  { id: 'outOfBedCount', kind: 'times', hue: 'wake', bounds: [1, 2, 3, 5] },
  { id: 'coverage', kind: 'percent', hue: 'record', bounds: [50, 70, 85, 95] },
] as const satisfies readonly {
  readonly id: string;
  readonly kind: FigureKind;
  readonly hue: 'sleep' | 'wake' | 'record';
  readonly bounds: readonly [number, number, number, number];
}[];

export type HeatFigure = (typeof HEAT_FIGURES)[number];
type HeatFigureId = HeatFigure['id'];

/** The fields to request; every night includes its coverage. */
export const HEATMAP_FIGURES = HEAT_FIGURES.flatMap(({ id }) => (id === 'coverage' ? [] : [id]));

export const parseHeatFigure = (id: string | undefined): HeatFigure =>
  HEAT_FIGURES.find((figure) => figure.id === id) ?? HEAT_FIGURES[0];

/** Null if the night lacks this figure. */
export const getNightFigure = (night: NightFigures, id: HeatFigureId): number | null =>
  id === 'coverage'
    ? night.coverage === null
      ? null
      : night.coverage * 100
    : (night.figures[id] ?? null);

export type HeatStep = 1 | 2 | 3 | 4 | 5;
export const HEAT_STEPS: readonly HeatStep[] = [1, 2, 3, 4, 5];

/** The step that contains a value. A threshold belongs to the step above it. */
export function toStep({ bounds }: Pick<HeatFigure, 'bounds'>, value: number): HeatStep {
  const above = bounds.findIndex((bound) => value < bound);
  return HEAT_STEPS[above < 0 ? 4 : above] ?? 5;
}

/** The bounds of a step; null at an open end. */
export const getStepRange = (
  { bounds }: Pick<HeatFigure, 'bounds'>,
  step: HeatStep,
): { readonly from: number | null; readonly to: number | null } => ({
  from: bounds[step - 2] ?? null,
  to: bounds[step - 1] ?? null,
});

/** A value in at most four characters. */
export function shortValue(kind: HeatFigure['kind'], value: number): string {
  const rounded = Math.round(value);
  return kind === 'minutes'
    ? `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`
    : String(rounded);
}
