import type { LateDays } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { DialogScroll } from '../../kit/dialog/dialog-parts.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { LineHead, LineRows } from './bill-lines.tsx';
import { useMonthFormatter } from './bill-columns.tsx';
import type { Bill } from './api.ts';
import css from './bills.module.css';
import { useLateDays } from './use-late-days.ts';

/** The dialog shows the remaining ones. */
const SHOWN = 3;

type LateProps = {
  readonly month: string;
  /** Null while loading. */
  readonly bills: readonly Bill[] | null;
  readonly onMonth: (month: string) => void;
};

/**
 * Device-days that arrived after their month's bill and go on the next draft, and months with
 * recipients that have no bill yet.
 */
export function LateDaysNote({ month, bills, onMonth }: LateProps) {
  const { t } = useTranslation('bills');
  const formatMonth = useMonthFormatter();
  const { data, isFailed } = useLateDays(month, bills);
  const failed = isFailed ? (
    <output className={css['lateFailed']}>
      <ToolIcon name="alert" size={16} />
      {t(data === undefined ? 'late.failed' : 'late.failedSince')}
    </output>
  ) : null;
  if (data === undefined || data.late.length + data.open.length === 0)
    return failed === null ? null : <div className={css['late']}>{failed}</div>;
  return (
    <section className={css['late']} aria-label={t('late.title')}>
      {data.late.length === 0 ? null : <Waiting late={data.late} />}
      {data.open.map(({ month: open, days }) => (
        <div key={open}>
          <span>
            {t('late.open', { month: formatMonth(open), count: days })}
            {open === month ? t('late.make') : null}
          </span>
          {open === month ? null : (
            <button type="button" className={css['proof']} onClick={() => onMonth(open)}>
              {t('late.toMonth', { month: formatMonth(open) })}
            </button>
          )}
        </div>
      ))}
      {failed}
    </section>
  );
}

/**
 * The number of days by recipient: the first ones directly, all of them with evidence in a dialog.
 */
function Waiting({ late }: { readonly late: LateDays['late'] }) {
  const { t } = useTranslation('bills');
  const formatMonth = useMonthFormatter();
  const [open, setOpen] = useState(false);
  const groups = groupLateDays(late);
  return (
    <div>
      <strong>
        {t('late.waiting', { count: groups.reduce((sum, { days }) => sum + days, 0) })}
      </strong>
      <ul>
        {groups.slice(0, SHOWN).map(({ key, name, month, days }) => (
          <li key={key}>{t('late.group', { name, month: formatMonth(month), count: days })}</li>
        ))}
        {groups.length > SHOWN ? <li>{t('late.more', { count: groups.length - SHOWN })}</li> : null}
      </ul>
      <button type="button" className={css['proof']} onClick={() => setOpen(true)}>
        {t('panel.proof')}
      </button>
      <Dialog open={open} size="large" title={t('late.title')} onClose={() => setOpen(false)}>
        <DialogScroll>
          <p className={css['quiet']}>{t('late.why')}</p>
          <LateLines late={late} />
        </DialogScroll>
      </Dialog>
    </div>
  );
}

type Group = {
  readonly key: string;
  readonly name: string;
  readonly month: string;
  readonly days: number;
};

/** By recipient and month, in the server's order. */
function groupLateDays(late: LateDays['late']): Group[] {
  const groups = Map.groupBy(late, ({ recipient, line }) =>
    JSON.stringify([recipient.kind, recipient.id, line.month]),
  );
  return [...groups].flatMap(([key, lines]) => {
    const [first] = lines;
    return first === undefined
      ? []
      : [
          {
            key,
            name: first.recipient.name,
            month: first.line.month ?? '',
            days: lines.reduce((sum, { line }) => sum + line.quantity, 0),
          },
        ];
  });
}

/** The lines of the next draft by recipient, with their evidence. */
function LateLines({ late }: { readonly late: LateDays['late'] }) {
  return (
    <div className={css['scroll']}>
      <table className={css['lines']}>
        <LineHead />
        {[...Map.groupBy(late, ({ recipient }) => `${recipient.kind} ${recipient.id}`)].map(
          ([key, lines]) => (
            <tbody key={key}>
              <tr>
                <th scope="rowgroup" colSpan={5}>
                  <strong>{lines[0]?.recipient.name}</strong>
                </th>
              </tr>
              {lines.map(({ line }) => (
                <LineRows
                  key={JSON.stringify([
                    line.month,
                    line.customerId,
                    line.typeId,
                    line.what,
                    line.unitPrice,
                    line.taxPercent,
                  ])}
                  line={line}
                  month={line.month ?? ''}
                />
              ))}
            </tbody>
          ),
        )}
      </table>
    </div>
  );
}
