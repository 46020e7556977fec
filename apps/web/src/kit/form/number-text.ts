import { halfWidth } from './input-method.ts';

export type NumberLimits = {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step: number;
};

/**
 * The characters of a typed text that belong to a number: digits, one point, a leading sign. Full
 * width becomes half width. An unwanted sign or point stays: without it "-3" would silently become
 * 3, and "1.5" would become 15.
 */
export function figureText(text: string): string {
  const signs = halfWidth(text).replace(/[^\d.-]/g, '');
  const [whole = '', ...parts] = signs.replaceAll('-', '').split('.');
  return `${signs.startsWith('-') ? '-' : ''}${whole}${parts.length === 0 ? '' : `.${parts.join('')}`}`;
}

/** Parses a number; null while the text is incomplete. */
export function parseFigure(text: string): number | null {
  const value = /\d/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** One step up or down, to the next multiple of the step and within the limits. */
export function steppedFigure(
  value: number | null,
  direction: 1 | -1,
  { min, max, step }: NumberLimits,
): number {
  const from =
    value ?? Math.max(min ?? 0, Math.min(0, max ?? 0)) - (value === null ? direction * step : 0);
  const decimals = getDecimals(step);
  const next = Number((from + direction * step).toFixed(decimals));
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next));
}

const getDecimals = (step: number): number => /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0;
