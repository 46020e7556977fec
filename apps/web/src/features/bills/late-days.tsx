import type { LateDays } from '@yamori/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgencyClient } from '../../client/agency-client.ts';
import { useAgency } from '../../ui/agency/agency-context.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ToolIcon } from '../../ui/icons/tool-icon.tsx';
import { LineRows } from './bill-lines.tsx';
import { useMonthWords } from './bill-columns.tsx';
import type { Bill } from './bill-source.ts';
import css from './bills.module.css';

const REFRESH_MS = 300_000;
/** Beyond these the rest stands in the dialog. */
const SHOWN = 3;

type LateProps = { readonly bills: readonly Bill[]; readonly onMonth: (month: string) => void };

/** Device-days that came after their month's bill, and are asked for by the next draft; and months of which somebody has no bill yet. */
export function LateDaysNote({ bills, onMonth }: LateProps) {
  const { t } = useTranslation('bills');
  const { id } = useAgency();
  const client = useAgencyClient();
  const monthWords = useMonthWords();
  const [open, setOpen] = useState(false);
  // Whatever is issued, made or taken back changes what waits.
  const seen = bills.map(({ documentReferenceId, updatedAt }) => `${documentReferenceId} ${updatedAt.getTime()}`).join();
  const { data, error } = useQuery({ queryKey: ['late-days', id, seen], queryFn: () => client.late(id), refetchInterval: REFRESH_MS, placeholderData: keepPreviousData });
  if (data === undefined) return error === null ? null : <output className={css['late']}><ToolIcon name="alert" size={16} />{t('late.failed')}</output>;
  const groups = groupsOf(data);
  if (groups.length === 0 && data.open.length === 0) return null;
  return (
    <section className={css['late']} aria-label={t('late.title')}>
      {groups.length === 0 ? null : (
        <div>
          <strong>{t('late.waiting', { count: groups.reduce((sum, { days }) => sum + days, 0) })}</strong>
          <span>{groups.slice(0, SHOWN).map(({ name, month, days }) => t('late.group', { name, month: monthWords(month), count: days })).join(t('late.between'))}{groups.length > SHOWN ? t('late.more', { count: groups.length - SHOWN }) : ''}</span>
          <button type="button" className={css['proof']} onClick={() => setOpen(true)}>{t('panel.proof')}</button>
        </div>
      )}
      {data.open.map(({ month, days }) => (
        <div key={month}>
          <span>{t('late.open', { month: monthWords(month), count: days })}</span>
          <button type="button" className={css['proof']} onClick={() => onMonth(month)}>{t('late.toMonth', { month: monthWords(month) })}</button>
        </div>
      ))}
      <Dialog open={open} size="large" title={t('late.title')} onClose={() => setOpen(false)}>
        <div className={css['panel']}>
          <p className={css['quiet']}>{t('late.why')}</p>
          <LateLines late={data.late} />
        </div>
      </Dialog>
    </section>
  );
}

type Group = { readonly name: string; readonly month: string; readonly days: number };

/** By recipient and month, as the server has ordered them. */
function groupsOf({ late }: LateDays): Group[] {
  const groups = Map.groupBy(late, ({ recipient, line }) => JSON.stringify([recipient.kind, recipient.id, line.month]));
  return [...groups.values()].flatMap((lines) => {
    const [first] = lines;
    return first === undefined ? [] : [{ name: first.recipient.name, month: first.line.month ?? '', days: lines.reduce((sum, { line }) => sum + line.quantity, 0) }];
  });
}

/** Each line as the next draft will have it, below whom it goes to, with its proof. */
function LateLines({ late }: { readonly late: LateDays['late'] }) {
  const { t } = useTranslation('bills');
  return (
    <div className={css['scroll']}>
      <table className={css['lines']}>
        <thead><tr><th scope="col">{t('panel.what')}</th><th scope="col" data-number="true">{t('panel.quantity')}</th><th scope="col" data-number="true">{t('panel.unitPrice')}</th><th scope="col" data-number="true">{t('panel.amount')}</th><th scope="col" data-number="true">{t('panel.rate')}</th></tr></thead>
        {[...Map.groupBy(late, ({ recipient }) => `${recipient.kind} ${recipient.id}`)].map(([key, lines]) => (
          <tbody key={key}>
            <tr><th scope="rowgroup" colSpan={5}><strong>{lines[0]?.recipient.name}</strong></th></tr>
            {lines.map(({ line }) => <LineRows key={`${line.month ?? ''} ${line.customerId} ${line.what} ${line.unitPrice}`} line={line} month={line.month ?? ''} />)}
          </tbody>
        ))}
      </table>
    </div>
  );
}
