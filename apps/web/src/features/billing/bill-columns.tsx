import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { useNow } from '../../kit/clock/clock-context.tsx';
import { ToolIcon, type ToolIconName } from '../../kit/icons/tool-icon.tsx';
import type { CardContent, ListColumn } from '../../kit/list/list-view.ts';
import type { BillColumn } from './bill-list.ts';
import { shownBillState, type ShownBillState } from '../../shared/agency/shown-bill-state.ts';
import { sumDays, sumTax, type Bill } from './api.ts';
import css from './bills.module.css';
import { StaleMark } from './stale-drafts.tsx';

const MINUTE_MS = 60_000;
const ICONS: Readonly<Record<ShownBillState, ToolIconName>> = {
  draft: 'report',
  issued: 'receipt',
  overdue: 'alert',
  paid: 'check',
  void: 'close',
};

/** A bill's state as shape, colour and text. */
export function BillStateBadge({ bill }: { readonly bill: Bill }) {
  return (
    <span className={css['states']}>
      <ShownStateBadge state={shownBillState(bill, useNow(MINUTE_MS))} />
      <StaleMark bill={bill} />
    </span>
  );
}

export function ShownStateBadge({ state }: { readonly state: ShownBillState }) {
  const { t } = useTranslation('bills');
  return (
    <span className={css['state']} data-state={state}>
      <ToolIcon name={ICONS[state]} size={16} />
      {t(`states.${state}`)}
    </span>
  );
}

export function useYen(): (amount: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  return (amount) => `${amount < 0 ? '-' : ''}¥${format.format(Math.abs(amount))}`;
}

/** Formats `2026-10` for display. */
export function useMonthFormatter(): (month: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : 'ja-JP', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}

/** Formats a bill's date in its agency's time zone. */
export function useBillDay(timeZone: string): (at: Date | null) => string {
  const { i18n } = useTranslation();
  const format = createDateTimeFormatter(i18n.language, {
    timeZone,
    year: 'numeric',
    month: i18n.language === 'en' ? 'short' : '2-digit',
    day: '2-digit',
  });
  return (at) => (at === null ? '' : format(at));
}

/** Formats a local date, `2026-11-24`. */
export function useDateFormatter(): (date: string) => string {
  const formatDay = useBillDay('UTC');
  return (date) => formatDay(new Date(date));
}

type BillColumns = readonly ListColumn<Bill, BillColumn>[];

/** `hasStale`: the state column has extra text for some bills. */
export function useBillColumns(timeZone: string, hasStale: boolean): BillColumns {
  const { t } = useTranslation('bills');
  return [
    {
      id: 'recipient',
      head: t('fields.recipient'),
      sorts: true,
      cell: ({ recipient }) => recipient.name,
    },
    {
      id: 'month',
      head: t('month'),
      width: 96,
      sorts: true,
      cell: ({ month }) => month.replace('-', '/'),
    },
    {
      id: 'number',
      head: t('fields.number'),
      width: 96,
      sorts: true,
      cell: ({ number }) => number ?? '',
    },
    {
      id: 'state',
      head: t('fields.state'),
      width: hasStale ? 188 : 120,
      sorts: true,
      cell: (bill) => <BillStateBadge bill={bill} />,
    },
    ...useAmountColumns(),
    ...useDateColumns(timeZone),
  ];
}

function useAmountColumns(): BillColumns {
  const { t, i18n } = useTranslation('bills');
  const yen = useYen();
  const count = new Intl.NumberFormat(i18n.language);
  return [
    {
      id: 'days',
      head: t('fields.days'),
      width: 80,
      isNumber: true,
      sorts: true,
      cell: (bill) => count.format(sumDays(bill)),
    },
    {
      id: 'subtotal',
      head: t('fields.subtotal'),
      width: 120,
      isNumber: true,
      cell: ({ subtotal }) => yen(subtotal),
    },
    {
      id: 'tax',
      head: t('fields.tax'),
      width: 100,
      isNumber: true,
      cell: (bill) => yen(sumTax(bill)),
    },
    {
      id: 'total',
      head: t('fields.total'),
      width: 116,
      isNumber: true,
      sorts: true,
      cell: ({ total }) => <strong className={css['total']}>{yen(total)}</strong>,
    },
  ];
}

function useDateColumns(timeZone: string): BillColumns {
  const { t } = useTranslation('bills');
  const day = useBillDay(timeZone);
  return [
    {
      id: 'issuedAt',
      head: t('fields.issuedAt'),
      width: 120,
      sorts: true,
      cell: ({ issuedAt }) => day(issuedAt),
    },
    {
      id: 'dueAt',
      head: t('fields.dueAt'),
      width: 120,
      sorts: true,
      cell: ({ dueAt }) => day(dueAt),
    },
    {
      id: 'cancellation',
      head: t('fields.cancellation'),
      width: 120,
      cell: ({ cancellation }) => cancellation?.number ?? '',
    },
    {
      id: 'paidOn',
      head: t('fields.paidOn'),
      width: 120,
      cell: ({ paidOn }) => paidOn?.replaceAll('-', '/') ?? '',
    },
  ];
}

/** Omits the month when all bills share it, and the cancellation number when no bill has one. */
export const columnsWithAny = (columns: BillColumns, bills: readonly Bill[]): BillColumns =>
  columns.filter(
    ({ id }) =>
      (id !== 'cancellation' || bills.some(({ cancellation }) => cancellation !== null)) &&
      (id !== 'month' || bills.some(({ month }) => month !== bills[0]?.month)),
  );

/** A bill card; a small one shows amount, state and due date. */
export const billCard =
  (columns: BillColumns) =>
  (bill: Bill, isSmall: boolean): CardContent =>
    isSmall
      ? {
          title: bill.recipient.name,
          lines: [
            <SmallTotal key="total" total={bill.total} />,
            <SmallState key="state" bill={bill} />,
          ],
        }
      : {
          title: bill.recipient.name,
          aside: <BillStateBadge bill={bill} />,
          // A draft has no number and no dates yet: a card omits them.
          lines: columns
            .filter(({ id, cell }) => id !== 'recipient' && id !== 'state' && cell(bill) !== '')
            .map(({ id, head, cell }) => (
              <Pair key={id} head={head}>
                {cell(bill)}
              </Pair>
            )),
        };

const SmallTotal = ({ total }: { readonly total: number }) => (
  <strong className={css['total']}>{useYen()(total)}</strong>
);

function SmallState({ bill }: { readonly bill: Bill }) {
  const { t, i18n } = useTranslation('bills');
  // Without the year, which would not fit.
  const day = createDateTimeFormatter(i18n.language, {
    timeZone: bill.timeZone,
    month: i18n.language === 'en' ? 'short' : '2-digit',
    day: '2-digit',
  });
  return (
    <>
      <BillStateBadge bill={bill} />
      {bill.state === 'issued' && bill.dueAt !== null
        ? ` ${t('smallDue', { day: day(bill.dueAt) })}`
        : null}
    </>
  );
}

const Pair = ({ head, children }: { readonly head: string; readonly children: ReactNode }) => (
  <span className={css['pair']}>
    <small>{head}</small>
    <span>{children}</span>
  </span>
);
