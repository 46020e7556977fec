import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../../locales/date-time-formatter.ts';
import type { CardContent, ListColumn } from '../../../kit/list/list-view.ts';
import type { LoanColumn } from './loan-list.ts';
import type { Loan } from './loan-source.ts';
import { LoanStateBadge } from './loan-state-badge.tsx';
import css from './loans.module.css';

export type LoanLabels = {
  readonly getOrganisation: (id: string) => string;
  readonly timeZone: string;
};

/**
 * Formats the days of loans in the user's language; `ends` formats the last day of a loan that
 * ends at midnight.
 */
export function useLoanDays(timeZone: string): {
  readonly begins: (at: Date) => string;
  readonly ends: (at: Date) => string;
} {
  const { i18n } = useTranslation();
  const format = createDateTimeFormatter(i18n.language, {
    timeZone,
    year: 'numeric',
    month: i18n.language === 'en' ? 'short' : '2-digit',
    day: '2-digit',
    weekday: 'short',
  });
  return { begins: format, ends: (at) => format(at.getTime() - 1) };
}

export function useLoanColumns({
  getOrganisation,
  timeZone,
}: LoanLabels): readonly ListColumn<Loan, LoanColumn>[] {
  const { t } = useTranslation('loans');
  const day = useLoanDays(timeZone);
  return [
    {
      id: 'serial',
      head: t('fields.serial'),
      width: 220,
      sorts: true,
      cell: ({ serial }) => serial,
    },
    {
      id: 'state',
      head: t('fields.state'),
      width: 150,
      cell: (loan) => <LoanStateBadge loan={loan} />,
    },
    {
      id: 'borrower',
      head: t('fields.borrower'),
      width: 180,
      sorts: true,
      cell: ({ toDomainId }) => getOrganisation(toDomainId),
    },
    {
      id: 'owner',
      head: t('fields.owner'),
      width: 180,
      cell: ({ fromDomainId }) => getOrganisation(fromDomainId),
    },
    {
      id: 'from',
      head: t('fields.from'),
      width: 140,
      sorts: true,
      cell: ({ from }) => day.begins(from),
    },
    {
      id: 'until',
      head: t('fields.until'),
      width: 140,
      sorts: true,
      cell: ({ until }) => day.ends(until),
    },
    {
      id: 'returned',
      head: t('fields.returned'),
      width: 140,
      cell: ({ returnedAt }) => (returnedAt === null ? '' : day.begins(returnedAt)),
    },
    { id: 'note', head: t('fields.note'), cell: ({ note }) => note },
  ];
}

/** A loan card: the device, its state, and the other selected columns. */
export function useLoanCard(
  columns: readonly ListColumn<Loan, LoanColumn>[],
): (loan: Loan) => CardContent {
  return (loan) => ({
    title: loan.serial,
    lines: columns
      .filter(({ id }) => id !== 'serial')
      .map(({ id, head, cell }) => (
        <Pair key={id} head={head}>
          {cell(loan)}
        </Pair>
      )),
  });
}

const Pair = ({ head, children }: { readonly head: string; readonly children: ReactNode }) => (
  <span className={css['pair']}>
    <small>{head}</small>
    <span>{children}</span>
  </span>
);
