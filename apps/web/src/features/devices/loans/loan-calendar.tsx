import { daysLater, fromLocalTime } from '@yamori/domain';
import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../../locales/date-time-formatter.ts';
import { useNow } from '../../../kit/clock/clock-context.tsx';
import { EmptyState, Skeleton } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { loanRows, type LoanBar, type LoanRow } from './loan-calendar-rows.ts';
import { useLoanDays, type LoanLabels } from './loan-columns.tsx';
import { daysSince } from './loan-state-badge.tsx';
import { useLoansSince, type Loan } from './loan-source.ts';
import css from './loans.module.css';

type LoanCalendarProps = {
  /** The first day, and the number of days. */
  readonly first: string;
  readonly days: number;
  readonly words: LoanLabels;
  readonly keep: (loan: Loan) => boolean;
  readonly onOpen: (loanId: string) => void;
};

const MINUTE_MS = 60_000;

/**
 * Where each device is and when: one row for each device, one bar for each loan. Arrows move
 * between bars, Enter opens one.
 */
export function LoanCalendar({ first, days, words, keep, onOpen }: LoanCalendarProps) {
  const { t, i18n } = useTranslation('loans');
  const nowMs = useNow(MINUTE_MS);
  const [focused, setFocused] = useState<string | null>(null);
  const begins = (day: string): number => fromLocalTime(`${day}T00:00:00`, words.timeZone);
  const range = { fromMs: begins(first), toMs: begins(daysLater(first, days)) };
  const found = useLoansSince(range.fromMs);
  if (found.kind === 'failed') return <ProblemState problem={found.problem} />;
  if (found.kind === 'loading')
    return (
      <div className={css['stage']} data-loading="">
        <Skeleton height="100%" />
      </div>
    );
  const rows = loanRows(found.loans.filter(keep), range, nowMs);
  if (rows.length === 0)
    return <EmptyState title={t('calendar.empty')} why={t('calendar.emptyWhy')} />;
  // The tab stop is the last focused bar; if it is gone, the first one.
  const ids = rows.flatMap(({ bars }) => bars.map(({ loan }) => loan.documentReferenceId));
  const stop = ids.find((id) => id === focused) ?? ids[0];
  const dates = Array.from({ length: days }, (_, index) => daysLater(first, index));
  const month = createDateTimeFormatter(i18n.language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
  });
  const now = (nowMs - range.fromMs) / (range.toMs - range.fromMs);
  const look: CSSProperties & Record<`--${string}`, string | number> = {
    '--days': days,
    '--now': `${now * 100}%`,
  };
  return (
    <div className={css['stage']} data-days={days} data-now={now >= 0 && now < 1} style={look}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys */}
      <table className={css['calendar']} aria-label={t('calendar.label')} onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col" className={css['corner']}>
              {t('fields.serial')}
            </th>
            <th scope="col" className={css['track']}>
              <span className="visually-hidden">{t('calendar.loans')}</span>
              <span className={css['dates']} aria-hidden="true">
                {dates.map((date, index) => (
                  <span
                    key={date}
                    data-weekday={getWeekday(date)}
                    data-first={date.endsWith('-01') || undefined}
                  >
                    {index === 0 || date.endsWith('-01') ? (
                      <b>{month(`${date}T00:00:00Z`)}</b>
                    ) : null}
                    {Number(date.slice(8))}
                  </span>
                ))}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DeviceRow
              key={row.serial}
              row={row}
              stop={stop}
              onFocus={setFocused}
              words={words}
              nowMs={nowMs}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      {found.isTruncated ? <p className={css['note']}>{t('calendar.cut')}</p> : null}
    </div>
  );
}

const getWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

type BarsProps = {
  /** The loan whose bar is the tab stop. */
  readonly stop: string | undefined;
  readonly onFocus: (loanId: string) => void;
  readonly words: LoanLabels;
  readonly nowMs: number;
  readonly onOpen: (loanId: string) => void;
};

function DeviceRow({ row: { serial, bars }, ...parts }: BarsProps & { readonly row: LoanRow }) {
  return (
    <tr>
      <th scope="row" className={css['device']}>
        <span>{serial}</span>
      </th>
      <td className={css['track']}>
        <span className={css['lane']}>
          {bars.map((bar) => (
            <Bar key={bar.loan.documentReferenceId} bar={bar} {...parts} />
          ))}
        </span>
      </td>
    </tr>
  );
}

function Bar({
  bar: { loan, state, left, width, late, goesOn },
  stop,
  onFocus,
  words,
  nowMs,
  onOpen,
}: BarsProps & { readonly bar: LoanBar }) {
  const { t } = useTranslation('loans');
  const day = useLoanDays(words.timeZone);
  const borrower = words.getOrganisation(loan.toDomainId);
  const stands =
    state === 'overdue'
      ? t('overdueBy', { count: daysSince(loan.until.getTime(), nowMs) })
      : t(`states.${state}`);
  const look: CSSProperties & Record<`--${string}`, string> = {
    left: `${left * 100}%`,
    width: `${width * 100}%`,
    '--late': `${late * 100}%`,
  };
  return (
    <button
      type="button"
      className={css['bar']}
      data-bar=""
      data-state={state}
      data-goes-on={goesOn || undefined}
      style={look}
      tabIndex={loan.documentReferenceId === stop ? 0 : -1}
      onFocus={() => onFocus(loan.documentReferenceId)}
      aria-label={t('calendar.bar', {
        serial: loan.serial,
        borrower,
        from: day.begins(loan.from),
        until: day.ends(loan.until),
        state: stands,
      })}
      title={`${borrower} ${day.begins(loan.from)} – ${day.ends(loan.until)} ${stands}`}
      onClick={() => onOpen(loan.documentReferenceId)}
    >
      <span>
        {state === 'overdue' ? <small>{stands} </small> : null}
        {borrower}
      </span>
    </button>
  );
}

/** Left and right move between loans, up and down between devices; one tab stop. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const at = event.target;
  if (!(at instanceof HTMLElement) || at.dataset['bar'] === undefined) return;
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')];
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')];
  const row = rows.findIndex((tableRow) => tableRow.contains(at));
  const ofRow = (index: number): HTMLElement | null | undefined =>
    rows[index]?.querySelector<HTMLElement>('[data-bar]');
  const next = {
    ArrowLeft: bars[bars.indexOf(at) - 1],
    ArrowRight: bars[bars.indexOf(at) + 1],
    ArrowUp: ofRow(row - 1),
    ArrowDown: ofRow(row + 1),
    Home: bars[0],
    End: bars.at(-1),
  }[event.key];
  if (next === undefined || next === null) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
