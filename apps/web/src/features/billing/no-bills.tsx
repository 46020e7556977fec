import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/pages/page-state.tsx';
import type { MonthDays } from './use-month-days.ts';

/** `days`: null of a month that goes on; `next` makes bills of one that is over. */
type NoBillsProps = {
  readonly isUnpaid: boolean;
  readonly days: MonthDays | null;
  readonly next: ReactNode;
};

/** Why there is no bill, and what can be done about it where something can. */
export function NoBills({ isUnpaid, days, next }: NoBillsProps) {
  const { t } = useTranslation('bills');
  if (isUnpaid) return <EmptyState title={t('unpaid.none')} why={t('unpaid.noneWhy')} />;
  switch (days) {
    case null:
      return <EmptyState title={t('emptyRunning')} why={t('emptyRunningWhy')} />;
    case 'sentNone':
    case 'placedNone':
      return <EmptyState title={t(`nothing.${days}`)} why={t('nothing.why')} />;
    // Nothing is offered that may be taken away at once.
    case 'reading':
      return <EmptyState title={t('empty')} why={t('emptyWhy')} />;
    case 'some':
    case 'unknown':
      return <EmptyState title={t('empty')} why={t('emptyWhy')} next={next} />;
    default:
      return days satisfies never;
  }
}
