import { useTranslation } from 'react-i18next';
import { useLength } from '../use-lane-labels.ts';
import type { FigureKind } from './figures.ts';

const MINUTE_MS = 60_000;
const UNITS = {
  perMinute: 'perMinute',
  perHour: 'perHour',
  milliseconds: 'milliseconds',
  celsius: 'celsius',
  percent: 'percent',
} as const;
/** Decimals of each kind; other kinds have their own format. */
const DECIMALS: Partial<Record<FigureKind, number>> = {
  percent: 0,
  perMinute: 1,
  perHour: 1,
  milliseconds: 0,
  celsius: 1,
};

type FigureLabels = {
  /** `--` for unknown values. */
  readonly value: (kind: FigureKind, value: number | null) => string;
  readonly between: (
    kind: FigureKind,
    range: { readonly least: number; readonly most: number },
  ) => string;
  /** With its sign, as `+24分`; null if it rounds to zero. */
  readonly difference: (kind: FigureKind, value: number) => string | null;
  /** A duration in minutes, without a sign. */
  readonly minutes: (minutes: number) => string;
};

/** Formats figures in the user's language and units. */
export function useFigureLabels(): FigureLabels {
  const { t } = useTranslation('results');
  const { t: room } = useTranslation('rooms');
  const length = useLength();
  const minutes = (value: number): string =>
    Math.abs(value) < 5
      ? room('durationMinutes', { minutes: Math.round(value * 10) / 10 })
      : length(value * MINUTE_MS);
  const number = (kind: FigureKind, value: number): string => {
    switch (kind) {
      case 'minutes':
        return minutes(value);
      case 'times':
        return room('times', { count: Math.round(value) });
      case 'clock':
        return clockTime(value);
      case 'percent':
      case 'perMinute':
      case 'perHour':
      case 'milliseconds':
      case 'celsius':
        return `${value.toFixed(DECIMALS[kind])} ${t(`units.${UNITS[kind]}`)}`;
    }
  };
  return {
    value: (kind, value) => (value === null ? room('noValue') : number(kind, value)),
    between: (kind, { least, most }) =>
      t('between', { least: number(kind, least), most: number(kind, most) }),
    difference: (kind, value) => {
      const asLength = kind === 'clock' ? 'minutes' : kind;
      if (Number(value.toFixed(asLength === 'minutes' ? 0 : (DECIMALS[asLength] ?? 1))) === 0)
        return null;
      const amount =
        asLength === 'times' ? Math.abs(value).toFixed(1) : number(asLength, Math.abs(value));
      return `${value > 0 ? '+' : '−'}${amount}`;
    },
    minutes,
  };
}

const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`;
