import { loanStateAt } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../kit/clock/clock-context.tsx';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { DialogScroll } from '../../../kit/dialog/dialog-parts.tsx';
import { PanelState } from '../../../kit/dialog/panel-state.tsx';
import { useLeaveQuestion } from '../../../kit/form/use-leave-warning.ts';
import { useLoanDays, type LoanLabels } from './loan-columns.tsx';
import { LoanForm } from './loan-form.tsx';
import { LoanReturn } from './loan-return.tsx';
import { useLoan, type Loan } from './loan-source.ts';
import { LoanStateBadge } from './loan-state-badge.tsx';
import { LoanWithdrawal } from './loan-withdrawal.tsx';
import css from './loans.module.css';

type LoanPanelProps = {
  /** Null shows nothing. */
  readonly loanId: string | null;
  readonly words: LoanLabels;
  readonly onClose: () => void;
};

const MINUTE_MS = 60_000;

/** All details of one loan, over calendar and list. */
export function LoanPanel({ loanId, words, onClose }: LoanPanelProps) {
  const { t } = useTranslation('loans');
  const mayLeave = useLeaveQuestion();
  const isDirty = useRef<() => boolean>(() => false);
  const [held, setHeld] = useState(loanId);
  if (loanId !== null && loanId !== held) setHeld(loanId);
  const close = async (): Promise<void> => {
    if (!isDirty.current() || (await mayLeave())) onClose();
  };
  return (
    <Dialog
      open={loanId !== null}
      size="medium"
      title={t('panel.title')}
      onClose={() => void close()}
    >
      {held === null ? null : (
        <OneLoan
          key={held}
          loanId={held}
          words={words}
          onDirty={(dirty) => {
            isDirty.current = dirty;
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type OneLoanProps = {
  readonly loanId: string;
  readonly words: LoanLabels;
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onClose: () => void;
};

function OneLoan({ loanId, words, onDirty, onClose }: OneLoanProps) {
  const { t } = useTranslation('loans');
  const found = useLoan(loanId);
  const nowMs = useNow(MINUTE_MS);
  if (found.kind !== 'found')
    return (
      <PanelState
        found={found}
        gone={{ icon: 'lend', title: t('panel.gone'), why: t('panel.goneWhy') }}
      />
    );
  const { loan } = found;
  const state = loanStateAt(loan, nowMs);
  return (
    <DialogScroll>
      <LoanFacts loan={loan} words={words} />
      {state === 'running' || state === 'overdue' ? (
        <LoanReturn loan={loan} timeZone={words.timeZone} />
      ) : null}
      <LoanForm key={state} loan={loan} state={state} timeZone={words.timeZone} onDirty={onDirty} />
      {state === 'planned' ? <LoanWithdrawal loan={loan} onGone={onClose} /> : null}
    </DialogScroll>
  );
}

function LoanFacts({
  loan,
  words: { getOrganisation, timeZone },
}: {
  readonly loan: Loan;
  readonly words: LoanLabels;
}) {
  const { t } = useTranslation('loans');
  const day = useLoanDays(timeZone);
  return (
    <dl className={css['facts']}>
      <div>
        <dt>{t('fields.serial')}</dt>
        <dd>
          <Link to="/device-config/device-list-table" search={{ device: loan.serial }}>
            {loan.serial}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('fields.state')}</dt>
        <dd>
          <LoanStateBadge loan={loan} />
        </dd>
      </div>
      <div>
        <dt>{t('fields.borrower')}</dt>
        <dd>{getOrganisation(loan.toDomainId)}</dd>
      </div>
      <div>
        <dt>{t('fields.owner')}</dt>
        <dd>{getOrganisation(loan.fromDomainId)}</dd>
      </div>
      <div>
        <dt>{t('fields.from')}</dt>
        <dd>{day.begins(loan.from)}</dd>
      </div>
      <div>
        <dt>{t('fields.until')}</dt>
        <dd>{day.ends(loan.until)}</dd>
      </div>
      {loan.returnedAt === null ? null : (
        <div>
          <dt>{t('fields.returned')}</dt>
          <dd>{day.begins(loan.returnedAt)}</dd>
        </div>
      )}
    </dl>
  );
}
