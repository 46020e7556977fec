import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import type { Loan } from './loan-source.ts';
import css from './loans.module.css';

/** Withdraws a loan that has not begun. */
export function LoanWithdrawal({
  loan,
  onGone,
}: {
  readonly loan: Loan;
  readonly onGone: () => void;
}) {
  const { t } = useTranslation('loans');
  const online = useOnline();
  const dialogs = useDialogs();
  const documents = useDocuments();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [busy, setBusy] = useState(false);
  const withdraw = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('withdraw.title'),
        message: t('withdraw.message', { serial: loan.serial }),
        ok: t('withdraw.do'),
        cancel: t('withdraw.keep'),
        kind: 'danger',
      }))
    )
      return;
    setBusy(true);
    const outcome = await attempt(() =>
      documents.doc(`deviceLoan/${loan.documentReferenceId}`).delete(),
    ).finally(() => setBusy(false));
    toasts.show(
      outcome.kind === 'refused'
        ? { type: 'negative', message: formatProblem(outcome.problem) }
        : { type: 'positive', message: t('withdraw.done', { serial: loan.serial }) },
    );
    if (outcome.kind === 'done') onGone();
  };
  return (
    <div className={`${css['part']} ${css['foot']}`}>
      <Button kind="danger" busy={busy} disabled={!online} onClick={() => void withdraw()}>
        {t('withdraw.open')}
      </Button>
    </div>
  );
}
