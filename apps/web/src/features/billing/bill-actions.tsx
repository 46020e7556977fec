import { daysLater, localDate, type BillPaperKind } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBillApi, type Bill } from './api.ts';
import { attempt } from '../../call-outcome.ts';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { DateField } from '../../kit/date/date-field.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { PanelFoot } from '../../kit/form/panel-foot.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { saveFile } from '../../kit/save-file.ts';
import { useDateFormatter, useYen } from './bill-columns.tsx';
import css from './bills.module.css';
import { usePayableDays } from './payment-form.tsx';

type ActsProps = { readonly bill: Bill; readonly onGone: () => void };

/** The actions that a bill's state allows. */
export function BillActions({ bill, onGone }: ActsProps) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  return (
    <PanelFoot note={online ? null : t('offline')}>
      {bill.state === 'paid' ? <p className={css['why']}>{t('void.paid')}</p> : null}
      <Papers bill={bill} />
      {bill.state === 'draft' ? <DraftActions bill={bill} onGone={onGone} /> : null}
      {bill.state === 'issued' ? <Cancel bill={bill} /> : null}
      {bill.state === 'paid' ? <PaymentBack bill={bill} /> : null}
    </PanelFoot>
  );
}

/** Runs one action at a time on the bill and shows the outcome. */
function useBillAction(): readonly [
  busy: boolean,
  act: <Value>(
    call: () => Promise<Value>,
    message: ((value: Value) => string) | null,
  ) => Promise<Value | null>,
] {
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [busy, setBusy] = useState(false);
  return [
    busy,
    async (call, message) => {
      setBusy(true);
      const outcome = await attempt(call).finally(() => setBusy(false));
      if (outcome.kind === 'refused') {
        toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
        return null;
      }
      if (message !== null) toasts.show({ type: 'positive', message: message(outcome.value) });
      return outcome.value;
    },
  ];
}

/** The valid document first: for a cancelled bill, its cancellation. */
function Papers({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  const { downloadPaper } = useBillApi();
  const [busy, act] = useBillAction();
  const save = async (kind: BillPaperKind): Promise<void> => {
    const pdf = await act(() => downloadPaper(bill, kind), null);
    if (pdf !== null) saveFile(pdf.blob, pdf.fileName);
  };
  const paper = (kind: BillPaperKind, label: string) => (
    <Button busy={busy} disabled={!online} onClick={() => void save(kind)}>
      <ToolIcon name="print" size={18} />
      {label}
    </Button>
  );
  if (bill.cancellation !== null)
    return (
      <>
        {paper('cancellation', t('paper.cancellation'))}
        {paper('bill', t('paper.before'))}
      </>
    );
  return paper('bill', t(bill.state === 'draft' ? 'paper.preview' : 'paper.open'));
}

function DraftActions({ bill, onGone }: ActsProps) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  const dialogs = useDialogs();
  const yen = useYen();
  const { recipient, total } = bill;
  const api = useBillApi();
  const [busy, act] = useBillAction();
  const clock = useClock();
  const formatDate = useDateFormatter();
  const issue = async (): Promise<void> => {
    const { issued, due } = datesIfIssued(bill, clock.now());
    if (
      !(await dialogs.confirm({
        title: t('issue.title'),
        message: t('issue.message', {
          name: recipient.name,
          total: yen(total),
          issued: formatDate(issued),
          due: formatDate(due),
        }),
        ok: t('issue.do'),
        isFinal: true,
      }))
    )
      return;
    await act(
      () => api.issue(bill),
      ({ number }) => t('issue.done', { number }),
    );
  };
  const drop = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('drop.title'),
        message: t('drop.message'),
        ok: t('drop.confirm'),
        kind: 'danger',
      }))
    )
      return;
    // The server returns no content on success.
    if (
      (await act(
        async () => {
          await api.remove(bill);
          return true;
        },
        () => t('drop.done'),
      )) === true
    )
      onGone();
  };
  return (
    <>
      <Button disabled={!online} busy={busy} onClick={() => void drop()}>
        {t('drop.do')}
      </Button>
      <Button kind="primary" disabled={!online} busy={busy} onClick={() => void issue()}>
        {t('issue.do')}
      </Button>
    </>
  );
}

/** The local dates of its document, by its own time zone: issue and due date. */
export function datesIfIssued(
  { timeZone, dueDays }: Pick<Bill, 'timeZone' | 'dueDays'>,
  nowMs: number,
): { readonly issued: string; readonly due: string } {
  const today = localDate(nowMs, timeZone);
  return { issued: today, due: daysLater(today, dueDays) };
}

/** Before the lines, which may be hundreds: recording the payment is what a bill is opened for. */
export function BillPayment({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  const rules = useRules();
  const { pay } = useBillApi();
  const toasts = useToasts();
  const { first, today } = usePayableDays([bill]);
  const form = useForm({
    initial: { paidOn: today },
    rules: { paidOn: [rules.required, rules.dateBetween(first, today)] },
    submit: async ({ paidOn }) => {
      const outcome = await attempt(() => pay(bill, paidOn.replaceAll('/', '-')));
      if (outcome.kind === 'refused') return outcome.problem;
      toasts.show({ type: 'positive', message: t('pay.done') });
      return null;
    },
  });
  return (
    <form {...form.bind} className={css['part']} aria-label={t('pay.title')}>
      <h3>{t('pay.title')}</h3>
      <div className={css['pay']}>
        <DateField
          label={t('pay.day')}
          required
          min={first}
          max={today}
          {...form.field('paidOn')}
        />
        <Button submit kind="primary" busy={form.busy} disabled={!online}>
          {t('pay.do')}
        </Button>
      </div>
      <FormError message={form.errorText} />
    </form>
  );
}

function PaymentBack({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  const dialogs = useDialogs();
  const { takePaymentBack } = useBillApi();
  const [busy, act] = useBillAction();
  const back = async (): Promise<void> => {
    if (
      !(await dialogs.confirm({
        title: t('pay.backTitle'),
        message: t('pay.backMessage'),
        ok: t('pay.back'),
      }))
    )
      return;
    await act(
      () => takePaymentBack(bill, bill.paidOn ?? undefined),
      () => t('pay.backDone'),
    );
  };
  return (
    <Button disabled={!online} busy={busy} onClick={() => void back()}>
      {t('pay.back')}
    </Button>
  );
}

function Cancel({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  const dialogs = useDialogs();
  const rules = useRules();
  const { void: voidBill } = useBillApi();
  const [busy, act] = useBillAction();
  const cancel = async (): Promise<void> => {
    const reason = await dialogs.prompt({
      title: t('void.title'),
      message: t('void.message'),
      label: t('void.reason'),
      required: true,
      maxLength: 200,
      check: rules.required,
      ok: t('void.confirm'),
      kind: 'danger',
    });
    if (reason !== null)
      await act(
        () => voidBill(bill, reason.trim()),
        ({ number }) => t('void.done', { number }),
      );
  };
  return (
    <Button kind="danger" disabled={!online} busy={busy} onClick={() => void cancel()}>
      {t('void.do')}
    </Button>
  );
}
