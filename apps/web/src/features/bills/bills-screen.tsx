import { monthAt, monthsLater } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useAgencyClient } from '../../client/agency-client.ts';
import { outcomeOf } from '../../client/call-outcome.ts';
import { useAddress } from '../../ui/address/use-address.ts';
import { useAgency } from '../../ui/agency/agency-context.tsx';
import { useNow } from '../../ui/clock/clock-context.tsx';
import { useOnline } from '../../ui/connection/use-online.ts';
import { useDialogs } from '../../ui/dialogs/dialogs-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ToolIcon } from '../../ui/icons/tool-icon.tsx';
import { asksNothing, listStateOf, sortChange } from '../../ui/list/list-address.ts';
import { ListBody } from '../../ui/list/list-body.tsx';
import { ListPlace } from '../../ui/list/list-place.tsx';
import { ListToolbar } from '../../ui/list/list-toolbar.tsx';
import { ListLookChoice, useListLook } from '../../ui/list/look-choice.tsx';
import listCss from '../../ui/list/list.module.css';
import { useSelection } from '../../ui/list/selection.ts';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { EmptyState, PageHeader } from '../../ui/pages/page-state.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';
import { BillBulkBar } from './bill-bulk-bar.tsx';
import { billCard, useBillColumns, useMonthWords, useYen } from './bill-columns.tsx';
import { askedTotal, BILL_OFFER, BILL_SORTS, SHOWN_STATES, shownBills } from './bill-offer.ts';
import { BillPanel } from './bill-panel.tsx';
import { useBillsOfMonth, type Bill } from './bill-source.ts';
import css from './bills.module.css';
import { LateDaysNote } from './late-days.tsx';
import { TermsDialog } from './terms-dialog.tsx';

const MINUTE_MS = 60_000;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A month's bills: made from the days on which devices sent, looked at, issued, paid. What is open stands in the address. */
export function BillsScreen() {
  const { t } = useTranslation('bills');
  const { id, timeZone } = useAgency();
  const [values, change] = useAddress();
  const [nowMs, look] = [useNow(MINUTE_MS), useListLook()];
  const running = monthAt(nowMs, timeZone);
  const month = MONTH.test(values['month'] ?? '') ? (values['month'] ?? '') : monthsLater(running, -1);
  const state = listStateOf(values, BILL_OFFER);
  const { bills, status } = useBillsOfMonth(id, month);
  const columns = useBillColumns(timeZone);
  const shownColumns = columns.filter((column) => state.columns.includes(column.id));
  const [selection, yen] = [useSelection(), useYen()];
  const [shown, isOver] = [shownBills(bills, state, nowMs), month < running];
  const toMonth = (next: string): void => {
    selection.clear();
    change({ month: next === monthsLater(running, -1) ? undefined : next });
  };
  const generate = <GenerateButton month={month} isOver={isOver} onTerms={() => change({ terms: 'needed' })} hasBills={bills.length > 0} />;
  return (
    <div className={listCss['screen']}>
      <div className={listCss['head']}>
        <PageHeader title={t('title')} aside={status.kind === 'shown' ? `${t('count', { count: shown.length })} · ${t('sum', { total: yen(askedTotal(shown)) })}` : ''} tools={<><ListLookChoice look={look} /><Button onClick={() => change({ terms: '1' })}><ToolIcon name="sliders" size={18} />{t('terms.open')}</Button>{generate}</>} />
        <LateDaysNote bills={bills} onMonth={toMonth} />
        <div className={css['tools']}>
          <MonthChoice month={month} running={running} onMonth={toMonth} />
          <ListToolbar offer={BILL_OFFER} state={state} facets={[{ name: 'state', label: t('fields.state'), options: SHOWN_STATES.map((value) => ({ value, word: t(`states.${value}`) })) }]} columns={columns} searchHint={t('searchHint')} hasColumns={look !== 'smallcard'} />
        </div>
      </div>
      <ListPlace>
        <BillBulkBar bills={shown.filter(({ documentReferenceId }) => selection.ids.has(documentReferenceId))} onDone={selection.clear} />
        <ListBody<Bill>
          view={look} status={status} arrived={bills.length} needsAll={false} asksNothing={asksNothing(state)}
          rows={shown} label={t('list')} idOf={({ documentReferenceId }) => documentReferenceId} nameOf={({ recipient }) => recipient.name} columns={shownColumns} cardOf={billCard(shownColumns)}
          sort={{ column: state.sort, descending: state.descending }} onSort={(column) => change(sortChange(state, BILL_SORTS.find((sort) => sort === column) ?? 'recipient', BILL_OFFER))}
          selection={selection} onOpen={(billId) => change({ bill: billId })} onReadOn={() => undefined} onRetry={() => change({})}
          empty={isOver ? <EmptyState title={t('empty')} why={t('emptyWhy')} next={generate} /> : <EmptyState title={t('emptyRunning')} why={t('emptyRunningWhy')} />}
        />
      </ListPlace>
      <OpenOver />
    </div>
  );
}

/** The bill or the terms that the address has open. */
function OpenOver() {
  const [values, change] = useAddress();
  return (
    <>
      <BillPanel billId={values['bill'] ?? null} onClose={() => change({ bill: undefined })} />
      <TermsDialog asked={values['terms'] ?? null} onClose={() => change({ terms: undefined })} />
    </>
  );
}

type MonthProps = { readonly month: string; readonly running: string; readonly onMonth: (month: string) => void };

/** One month after the other, or one of the last years. */
function MonthChoice({ month, running, onMonth }: MonthProps) {
  const { t } = useTranslation('bills');
  const say = useMonthWords();
  const offered = Array.from({ length: 36 }, (_, index) => monthsLater(running, -index));
  const all = offered.includes(month) ? offered : [...offered, month];
  return (
    <fieldset className={css['months']} aria-label={t('month')}>
      <button type="button" data-back="" aria-label={t('earlier')} title={t('earlier')} onClick={() => onMonth(monthsLater(month, -1))}><ToolIcon name="right" size={16} /></button>
      <select aria-label={t('month')} value={month} onChange={(event) => onMonth(event.currentTarget.value)}>{all.map((each) => <option key={each} value={each}>{say(each)}</option>)}</select>
      <button type="button" aria-label={t('later')} title={t('later')} disabled={month >= running} onClick={() => onMonth(monthsLater(month, 1))}><ToolIcon name="right" size={16} /></button>
    </fieldset>
  );
}

type GenerateProps = { readonly month: string; readonly isOver: boolean; readonly hasBills: boolean; readonly onTerms: () => void };

/** Makes the month's drafts, or makes them anew; where the terms are missing they are asked for. */
function GenerateButton({ month, isOver, hasBills, onTerms }: GenerateProps) {
  const { t } = useTranslation('bills');
  const { id } = useAgency();
  const client = useAgencyClient();
  const online = useOnline();
  const dialogs = useDialogs();
  const notifications = useNotifications();
  const words = useProblemWords();
  const generate = async (): Promise<void> => {
    if (hasBills && !await dialogs.confirm({ title: t('generate.title', { month: month.replace('-', '/') }), message: t('generate.message'), ok: t('generate.do') })) return;
    const outcome = await outcomeOf(() => client.generate(id, month));
    if (outcome.kind === 'refused') {
      if (outcome.problem.code === 'bill-terms-missing') onTerms();
      else notifications.show({ type: 'negative', message: words(outcome.problem) });
      return;
    }
    const { made, changed, same, dropped, days, late, tooLarge } = outcome.value;
    const done = t('generate.done', { made, changed, same, dropped });
    if (tooLarge.length > 0) notifications.show({ type: 'negative', message: t('generate.tooLarge', { names: tooLarge.join(t('late.between')) }) });
    else if (days === 0) notifications.show({ type: 'info', message: t('generate.nothing') });
    else notifications.show({ type: 'positive', message: late === 0 ? done : `${done} ${t('generate.late', { count: late })}` });
  };
  return <Button kind="primary" disabled={!online || !isOver} onClick={() => void generate()}><ToolIcon name="bill" size={18} />{t('generate.do')}</Button>;
}
