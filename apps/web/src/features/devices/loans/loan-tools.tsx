import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon, type ToolIconName } from '../../../kit/icons/tool-icon.tsx';
import css from './loans.module.css';

export const LOAN_VIEWS = ['calendar', 'table', 'card'] as const;
export type LoanView = (typeof LOAN_VIEWS)[number];
export const LOAN_PERIODS = [14, 28, 84] as const;
type LoanSpanDays = (typeof LOAN_PERIODS)[number];

const ICONS: Readonly<Record<LoanView, ToolIconName>> = {
  calendar: 'calendar',
  table: 'table',
  card: 'cards',
};

/** Calendar, table or cards. */
export function LoanViewSwitch({
  look,
  onViewChange,
}: {
  readonly look: LoanView;
  readonly onViewChange: (look: LoanView) => void;
}) {
  const { t } = useTranslation('loans');
  return (
    <Group label={t('look.label')}>
      {LOAN_VIEWS.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === look}
          onClick={() => onViewChange(option)}
        >
          <ToolIcon name={ICONS[option]} size={16} />
          {t(`look.${option}`)}
        </button>
      ))}
    </Group>
  );
}

type PeriodProps = {
  readonly days: LoanSpanDays;
  readonly onDays: (days: LoanSpanDays) => void;
  readonly onMove: (direction: -1 | 0 | 1) => void;
};

/** The range of the calendar. */
export function PeriodTools({ days, onDays, onMove }: PeriodProps) {
  const { t } = useTranslation('loans');
  return (
    <>
      <Group label={t('calendar.span')}>
        {LOAN_PERIODS.map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={span === days}
            onClick={() => onDays(span)}
          >
            {t('calendar.weeks', { count: span / 7 })}
          </button>
        ))}
      </Group>
      <Group label={t('calendar.period')}>
        <button
          type="button"
          data-back=""
          aria-label={t('calendar.earlier')}
          title={t('calendar.earlier')}
          onClick={() => onMove(-1)}
        >
          <ToolIcon name="right" size={16} />
        </button>
        <button type="button" onClick={() => onMove(0)}>
          {t('calendar.today')}
        </button>
        <button
          type="button"
          aria-label={t('calendar.later')}
          title={t('calendar.later')}
          onClick={() => onMove(1)}
        >
          <ToolIcon name="right" size={16} />
        </button>
      </Group>
    </>
  );
}

const Group = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <fieldset aria-label={label} className={css['segments']}>
    {children}
  </fieldset>
);
