import { loanStateAt, isWithBorrower } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useClock } from '../../../kit/clock/clock-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { useBulkRun } from '../../../kit/list/bulk-progress.tsx';
import { SelectionBar } from '../../../kit/list/selection-bar.tsx';
import type { Loan } from './loan-source.ts';

/**
 * Records the return of several devices. Cannot be undone, since they leave the borrower's rooms
 * immediately.
 */
export function LoanBulkBar({
  loans,
  onDone,
}: {
  readonly loans: readonly Loan[];
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('loans');
  const online = useOnline();
  const clock = useClock();
  const dialogs = useDialogs();
  const documents = useDocuments();
  const run = useBulkRun();
  const out = loans.filter((loan) => isWithBorrower(loanStateAt(loan, clock.now())));
  const takeBack = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('return.severalTitle', { count: out.length }),
        message: t('return.what'),
        ok: t('return.do'),
        isFinal: true,
      }))
    )
      return;
    const at = new Date(clock.now());
    await run(
      t('return.running'),
      out.map(({ documentReferenceId: id, serial }) => ({
        id,
        name: serial,
        act: async () => {
          await documents.doc(`deviceLoan/${id}`).update({ returnedAt: at });
          return null;
        },
      })),
    );
    onDone();
  };
  return (
    <SelectionBar count={loans.length} onClear={onDone}>
      <Button disabled={!online || out.length === 0} onClick={() => void takeBack()}>
        {t('return.several', { count: out.length })}
      </Button>
    </SelectionBar>
  );
}
