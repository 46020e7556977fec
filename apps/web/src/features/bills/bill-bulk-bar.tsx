import { useTranslation } from 'react-i18next';
import { useAgencyClient } from '../../client/agency-client.ts';
import { useAgency } from '../../ui/agency/agency-context.tsx';
import { useClock } from '../../ui/clock/clock-context.tsx';
import { useOnline } from '../../ui/connection/use-online.ts';
import { useDialogs } from '../../ui/dialogs/dialogs-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useBulkRun } from '../../ui/list/bulk-progress.tsx';
import { SelectionBar } from '../../ui/list/selection-bar.tsx';
import { datesIfIssued } from './bill-acts.tsx';
import type { Bill } from './bill-source.ts';

/** Issues several drafts, one after the other; each as it was seen here. It cannot be taken back, and can be stopped. */
export function BillBulkBar({ bills, onDone }: { readonly bills: readonly Bill[]; readonly onDone: () => void }) {
  const { t } = useTranslation('bills');
  const { id } = useAgency();
  const client = useAgencyClient();
  const online = useOnline();
  const dialogs = useDialogs();
  const run = useBulkRun();
  const drafts = bills.filter(({ state }) => state === 'draft');
  const clock = useClock();
  const issue = async (): Promise<void> => {
    const dates = drafts.map((bill) => datesIfIssued(bill, clock.now()));
    const dues = dates.map(({ due }) => due).toSorted();
    const said = { issued: dates[0]?.issued ?? '', from: dues[0] ?? '', to: dues.at(-1) ?? '' };
    if (!await dialogs.confirm({ title: t('issue.severalTitle', { count: drafts.length }), message: t(said.from === said.to ? 'issue.severalMessage' : 'issue.severalMessageSpan', said), ok: t('issue.do'), isFinal: true })) return;
    await run(t('issue.running'), drafts.map(({ documentReferenceId, recipient, updatedAt }) => ({
      id: documentReferenceId, name: recipient.name,
      act: async () => {
        await client.issue(id, documentReferenceId, updatedAt);
        return null;
      },
    })));
    onDone();
  };
  return (
    <SelectionBar count={bills.length} onClear={onDone}>
      <Button disabled={!online || drafts.length === 0} onClick={() => void issue()}>{t('issue.several', { count: drafts.length })}</Button>
    </SelectionBar>
  );
}
