import type { BillEvidence, BillLine } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useMonthFormatter, useYen } from './bill-columns.tsx';
import type { Bill } from './api.ts';
import css from './bills.module.css';

/** The lines of a bill, each with its evidence one press away, and the sums by tax rate. */
export function BillLines({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation('bills');
  const yen = useYen();
  const sums: readonly (readonly [string, number])[] = [
    [t('fields.subtotal'), bill.subtotal],
    ...bill.tax.flatMap(({ percent, subtotal, amount }) => [
      [t('panel.rateSubtotal', { percent }), subtotal] as const,
      [t('panel.rateTax', { percent }), amount] as const,
    ]),
  ];
  return (
    <section aria-label={t('panel.lines')}>
      <div className={css['scroll']}>
        <table className={css['lines']}>
          <LineHead />
          <tbody>
            {bill.lines.map((line, index) => (
              <LineRows key={index} line={line} month={bill.month} />
            ))}
          </tbody>
          <tfoot>
            {sums.map(([words, amount]) => (
              <tr key={words}>
                <th scope="row" colSpan={3}>
                  {words}
                </th>
                <td data-number="true">{yen(amount)}</td>
              </tr>
            ))}
            <tr data-total="true">
              <th scope="row" colSpan={3}>
                {t('fields.total')}
              </th>
              <td data-number="true">{yen(bill.total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className={css['quiet']}>{t('panel.rounding')}</p>
    </section>
  );
}

/**
 * A line and, when opened, its evidence. `month`: the bill's month; late days belong to another
 * one.
 */
export function LineRows({ line, month }: { readonly line: BillLine; readonly month: string }) {
  const { t } = useTranslation('bills');
  const formatMonth = useMonthFormatter();
  const yen = useYen();
  const [open, setOpen] = useState(false);
  const what = line.kind === 'margin' ? t('panel.margin') : line.what;
  const proofOf =
    line.month === undefined
      ? t('panel.proofOf', { what, customer: line.customerName })
      : t('panel.proofOfLate', {
          what,
          customer: line.customerName,
          month: formatMonth(line.month),
        });
  return (
    <Fragment>
      <tr>
        <th scope="row">
          <span>{what}</span>
          <small>{line.customerName}</small>
          {line.month === undefined ? null : (
            <small className={css['lateMark']}>
              {t('late.line', { month: formatMonth(line.month) })}
            </small>
          )}
          {line.evidence.length === 0 ? null : (
            <button
              type="button"
              className={css['proof']}
              aria-expanded={open}
              aria-label={proofOf}
              onClick={() => setOpen(!open)}
            >
              {t('panel.proof')}
            </button>
          )}
        </th>
        <td data-number="true">
          {line.kind === 'margin' ? '' : t('panel.days', { count: line.quantity })}
        </td>
        <td data-number="true">{line.kind === 'margin' ? '' : yen(line.unitPrice)}</td>
        <td data-number="true">{yen(line.amount)}</td>
        <td data-number="true">{line.taxPercent}%</td>
      </tr>
      {open ? (
        <tr className={css['evidence']}>
          <td colSpan={5}>
            <Proof evidence={line.evidence} month={line.month ?? month} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/** Which device was in use on which days: a mark for each day, and the same as text. */
function Proof({
  evidence,
  month,
}: {
  readonly evidence: readonly BillEvidence[];
  readonly month: string;
}) {
  const { t } = useTranslation('bills');
  const [values] = useUrlParams();
  // A platform administrator sees the agency in the address.
  const agency = values['agency'] === undefined ? {} : { agency: values['agency'] };
  const last = new Date(
    Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0),
  ).getUTCDate();
  return (
    <table className={css['proofTable']}>
      <thead>
        <tr>
          <th scope="col">{t('panel.device')}</th>
          <th scope="col">{t('panel.room')}</th>
          <th scope="col" data-number="true">
            {t('panel.dayCount')}
          </th>
          <th scope="col">{t('panel.usedDays')}</th>
        </tr>
      </thead>
      <tbody>
        {evidence.map(({ serial, roomId, roomName, days }) => (
          <tr key={`${serial} ${roomId}`}>
            <th scope="row">
              <Link to="/agency/devices" search={{ ...agency, device: serial }}>
                {serial}
              </Link>
            </th>
            <td>{roomName}</td>
            <td data-number="true">{days.length}</td>
            <td>
              <span className={css['marks']} aria-hidden="true">
                {DAYS.slice(0, last).map((day) => (
                  <i key={day} data-used={days.includes(day)} title={String(day)} />
                ))}
              </span>
              <span className={css['spans']}>{formatSpans(days)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `1-5, 8, 10-31` */
function formatSpans(days: readonly number[]): string {
  const spans: (readonly [number, number])[] = [];
  for (const day of days) {
    const before = spans.at(-1);
    if (before !== undefined && before[1] === day - 1) spans[spans.length - 1] = [before[0], day];
    else spans.push([day, day]);
  }
  return spans.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

/** Column headings above `LineRows`. */
export function LineHead() {
  const { t } = useTranslation('bills');
  return (
    <thead>
      <tr>
        <th scope="col">{t('panel.what')}</th>
        {(['quantity', 'unitPrice', 'amount', 'rate'] as const).map((column) => (
          <th key={column} scope="col" data-number="true">
            {t(`panel.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
