import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/pages/page-state.tsx';
import type { MonthDays } from './use-month-days.ts';

/** `days`: null for the current month; `next` generates the bills of a past month. */
type NoBillsProps = {
  readonly isUnpaid: boolean;
  readonly days: MonthDays | null;
  readonly next: ReactNode;
};

/** Why there is no bill, and the next action if there is one. */
export function NoBills({ isUnpaid, days, next }: NoBillsProps) {
  const { t } = useTranslation('bills');
  if (isUnpaid) return <EmptyState title={t('unpaid.none')} why={t('unpaid.noneWhy')} />;
  switch (days) {
    case null:
      return <EmptyState title={t('emptyRunning')} why={t('emptyRunningWhy')} />;
    case 'sentNone':
    case 'placedNone':
      return <EmptyState title={t(`nothing.${days}`)} why={t('nothing.why')} />;
    // Show no button that might disappear immediately.
    case 'reading':
      return <EmptyState title={t('empty')} why={t('emptyWhy')} />;
    case 'some':
    case 'unknown':
      return <EmptyState title={t('empty')} why={t('emptyWhy')} next={next} />;
    default:
      return days satisfies never;
  }
}
