import { loanStateAt, type LoanState } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../kit/clock/clock-context.tsx';
import { ToolIcon, type ToolIconName } from '../../../kit/icons/tool-icon.tsx';
import type { Loan } from './loan-source.ts';
import css from './loans.module.css';

const ICONS: Readonly<Record<LoanState, ToolIconName>> = {
  planned: 'calendar',
  running: 'lend',
  overdue: 'alert',
  returned: 'check',
};
const MINUTE_MS = 60_000;

/** A loan's state as shape, colour and text; for an overdue loan, how late it is. */
export function LoanStateBadge({ loan }: { readonly loan: Loan }) {
  const { t } = useTranslation('loans');
  const nowMs = useNow(MINUTE_MS);
  const state = loanStateAt(loan, nowMs);
  return (
    <span className={css['state']} data-state={state}>
      <ToolIcon name={ICONS[state]} size={16} />
      {state === 'overdue'
        ? t('overdueBy', { count: daysSince(loan.until.getTime(), nowMs) })
        : t(`states.${state}`)}
    </span>
  );
}

const DAY_MS = 86_400_000;

/** Number of days begun since a moment; 1 on the first. */
export const daysSince = (sinceMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((nowMs - sinceMs) / DAY_MS));
