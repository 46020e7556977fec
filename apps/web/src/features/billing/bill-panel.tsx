import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgency } from '../../shared/agency/agency-context.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { DialogScroll } from '../../kit/dialog/dialog-parts.tsx';
import { PanelState } from '../../kit/dialog/panel-state.tsx';
import { BillActions, BillPayment } from './bill-actions.tsx';
import { BillStateBadge, useBillDay } from './bill-columns.tsx';
import { BillLines } from './bill-lines.tsx';
import { useBill, type Bill } from './api.ts';
import css from './bills.module.css';
import { StaleBill } from './stale-drafts.tsx';
import type { Generation } from './use-generation.ts';

/** `month`: the month of the list below, and of `generation`. */
type PanelProps = {
  readonly billId: string | null;
  readonly month: string;
  readonly generation: Generation;
  readonly onClose: () => void;
};

/** All details of one bill, over the list. Null shows nothing. */
export function BillPanel({ billId, month, generation, onClose }: PanelProps) {
  const { t } = useTranslation('bills');
  const [held, setHeld] = useState(billId);
  if (billId !== null && billId !== held) setHeld(billId);
  return (
    <Dialog open={billId !== null} size="large" title={t('panel.title')} onClose={onClose}>
      {held === null ? null : (
        <OneBill key={held} billId={held} month={month} generation={generation} onClose={onClose} />
      )}
    </Dialog>
  );
}

function OneBill({ billId, month, generation, onClose }: PanelProps & { readonly billId: string }) {
  const { t } = useTranslation('bills');
  const found = useBill(useAgency().id, billId);
  if (found.kind !== 'found')
    return (
      <PanelState
        found={found}
        gone={{ icon: 'receipt', title: t('panel.gone'), why: t('panel.goneWhy') }}
      />
    );
  return (
    <DialogScroll>
      <BillFacts bill={found.bill} />
      <StaleBill bill={found.bill} generation={found.bill.month === month ? generation : null} />
      {found.bill.state === 'issued' ? <BillPayment bill={found.bill} /> : null}
      <BillLines bill={found.bill} />
      <BillActions bill={found.bill} onGone={onClose} />
    </DialogScroll>
  );
}

function BillFacts({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation('bills');
  const day = useBillDay(bill.timeZone);
  const { recipient, cancellation } = bill;
  const facts: readonly (readonly [string, string])[] = [
    [t('fields.number'), bill.number ?? ''],
    [t('month'), bill.month.replace('-', '/')],
    [t('fields.issuedAt'), day(bill.issuedAt)],
    [t('fields.dueAt'), day(bill.dueAt)],
    [t('fields.paidOn'), bill.paidOn?.replaceAll('-', '/') ?? ''],
    [t('panel.registrationNumber'), bill.registrationNumber],
    [t('fields.cancellation'), cancellation?.number ?? ''],
    [t('panel.reason'), cancellation?.reason ?? ''],
  ];
  return (
    <>
      <div className={css['head']}>
        <h3>
          {t(recipient.isPerson ? 'panel.person' : 'panel.organisation', { name: recipient.name })}
        </h3>
        <span className={css['quiet']}>
          {t(recipient.kind === 'partner' ? 'panel.partner' : 'panel.customer')}
        </span>
        <BillStateBadge bill={bill} />
      </div>
      <dl className={css['facts']}>
        {facts
          .filter(([, words]) => words !== '')
          .map(([name, words]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}
