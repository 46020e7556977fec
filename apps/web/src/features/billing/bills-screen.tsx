import { monthAt, monthsLater } from '@yamori/domain';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useAgency } from '../../shared/agency/agency-context.tsx';
import { useNow } from '../../kit/clock/clock-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import {
  isUnfiltered,
  clearedFilters,
  parseListState,
  sortChange,
  type ListState,
} from '../../kit/list/list-url-state.ts';
import { TruncatedNotice } from '../../kit/list/cut-note.tsx';
import { ListBody } from '../../shared/document-list/list-body.tsx';
import { ListContainer } from '../../shared/document-list/list-container.tsx';
import { ListToolbar } from '../../kit/list/list-toolbar.tsx';
import { ListViewSwitcher, useListView } from '../../kit/list/list-view-switcher.tsx';
import listCss from '../../kit/list/list.module.css';
import { useSelection } from '../../kit/list/selection.ts';
import { PageHeader } from '../../kit/pages/page-state.tsx';
import { BillBulkBar } from './bill-bulk-bar.tsx';
import { BillTotals } from './bill-totals.tsx';
import { billCard, columnsWithAny, useBillColumns, useYen } from './bill-columns.tsx';
import {
  askedTotals,
  BILL_LIST,
  SHOWN_STATES,
  shownBills,
  UNPAID_BILL_LIST,
  type BillColumn,
  type BillSort,
} from './bill-list.ts';
import { BillPanel } from './bill-panel.tsx';
import { UNPAID, useBills, type Bill, type FoundBills } from './api.ts';
import css from './bills.module.css';
import { CsvButton } from './csv-button.tsx';
import { GenerateButton } from './generate-button.tsx';
import { LateDaysNote } from './late-days.tsx';
import { MonthChoice } from './month-choice.tsx';
import { NoBills } from './no-bills.tsx';
import { StaleDraftsProvider, StaleNote, useIsStale } from './stale-drafts.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { TooLargeNote } from './too-large-note.tsx';
import { UnpaidNote } from './unpaid-note.tsx';
import { useMonthDays } from './use-month-days.ts';
import { useGeneration, type Generation } from './use-generation.ts';

const MINUTE_MS = 60_000;
const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/;

/**
 * A month's bills: generated from the days on which devices sent data, reviewed, issued, and paid.
 * The address holds the open item.
 */
export const BillsScreen = () => (
  <StaleDraftsProvider>
    <OpenBills />
  </StaleDraftsProvider>
);

function OpenBills() {
  const { t } = useTranslation('bills');
  const { id, timeZone } = useAgency();
  const [values, change] = useUrlParams();
  const nowMs = useNow(MINUTE_MS);
  const look = useListView();
  const selection = useSelection();
  const { month, isUnpaid, offer, running, toMonth } = useOpenMonth(nowMs, selection.clear);
  const state = parseListState(values, offer);
  const found = useBills(id, month);
  const { bills, status, isTruncated } = found;
  const columns = useBillColumns(timeZone, bills.some(useIsStale()));
  const shownColumns = columnsWithAny(columns, bills).filter((column) =>
    state.columns.includes(column.id),
  );
  const sums = useSums();
  const shown = shownBills(bills, state, nowMs);
  const { generation, days, mayMake } = useMaking(month, running, found);
  const generate = isUnpaid ? null : <GenerateButton mayMake={mayMake} generation={generation} />;
  return (
    <div className={listCss['screen']}>
      <div className={listCss['head']}>
        <PageHeader
          title={t('title')}
          aside={status.kind === 'shown' ? sums(shown) : ''}
          tools={
            <HeadTools look={look} bills={shown} month={month}>
              {generate}
            </HeadTools>
          }
        />
        <TooLargeNote tooLarge={generation.tooLarge} onClose={generation.onRead} />
        {isUnpaid ? null : (
          <MonthNotes
            month={month}
            bills={status.kind === 'shown' ? bills : null}
            onMonth={toMonth}
          />
        )}
        <StaleNote bills={bills} generation={generation} />
        <TruncatedNotice count={isTruncated ? bills.length : null} />
        <BillTotals bills={bills} nowMs={nowMs} />
        <BillTools state={state} columns={columns} hasColumns={look !== 'smallcard'}>
          <MonthChoice month={month} running={running} onMonth={toMonth} />
        </BillTools>
      </div>
      <ListContainer>
        <BillBulkBar
          bills={shown.filter(({ documentReferenceId }) => selection.ids.has(documentReferenceId))}
          onDone={selection.clear}
        />
        <ListBody<Bill>
          view={look}
          status={status}
          arrived={bills.length}
          needsAll={false}
          isUnfiltered={isUnfiltered(state)}
          rows={shown}
          label={t('list')}
          getId={({ documentReferenceId }) => documentReferenceId}
          getName={({ recipient }) => recipient.name}
          columns={shownColumns}
          getCard={billCard(shownColumns)}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={(column) => change(sortChange(state, column, offer))}
          selection={selection}
          onOpen={(billId) => change({ bill: billId })}
          onNearEnd={() => undefined}
          onRetry={() => change({})}
          empty={<NoBills isUnpaid={isUnpaid} days={days} next={generate} />}
        />
      </ListContainer>
      <OpenOver month={month} generation={generation} />
    </div>
  );
}

type HeadToolsProps = ComponentProps<typeof ListViewSwitcher> &
  ComponentProps<typeof CsvButton> & { readonly children: ReactNode };

function HeadTools({ look, bills, month, children }: HeadToolsProps) {
  const { t } = useTranslation('bills');
  const [, change] = useUrlParams();
  return (
    <>
      <ListViewSwitcher look={look} />
      <Button onClick={() => change({ terms: '1' })}>
        <ToolIcon name="sliders" size={18} />
        {t('terms.open')}
      </Button>
      <CsvButton bills={bills} month={month} />
      {children}
    </>
  );
}

/** The month in the address, by default the previous one; `UNPAID` means all months. */
function useOpenMonth(nowMs: number, onChange: () => void) {
  const [values, change] = useUrlParams();
  const running = monthAt(nowMs, useAgency().timeZone);
  const usual = monthsLater(running, -1);
  const requestedMonth = values['month'] ?? '';
  const month = MONTH.test(requestedMonth) || requestedMonth === UNPAID ? requestedMonth : usual;
  const toMonth = (next: string): void => {
    onChange();
    // Unpaid bills start without filters, sorted by due date.
    const fresh = next === UNPAID ? { ...clearedFilters(BILL_LIST), sort: undefined } : {};
    change({ ...fresh, month: next === usual ? undefined : next }, true);
  };
  const isUnpaid = month === UNPAID;
  return { month, isUnpaid, offer: isUnpaid ? UNPAID_BILL_LIST : BILL_LIST, running, toMonth };
}

/**
 * Generates the bills of a past month, and knows whether it has billable days; `days`: null for the
 * current month.
 */
function useMaking(month: string, running: string, { bills, status }: FoundBills) {
  const [, change] = useUrlParams();
  const isOver = month !== UNPAID && month < running;
  const isEmpty = isOver && status.kind === 'shown' && bills.length === 0;
  const generation = useGeneration({
    month,
    hasBills: bills.length > 0,
    onTerms: () => change({ terms: 'needed' }),
  });
  const known = useMonthDays(isEmpty ? month : null, running);
  const days = isOver ? ((isEmpty ? generation.none : null) ?? known) : null;
  return { generation, days, mayMake: isOver && days !== 'sentNone' && days !== 'placedNone' };
}

/** Notes about other months and late days. */
const MonthNotes = ({ month, bills, onMonth }: Parameters<typeof LateDaysNote>[0]) => (
  <>
    <LateDaysNote month={month} bills={bills} onMonth={onMonth} />
    <UnpaidNote onOpen={() => onMonth(UNPAID)} />
  </>
);

/** Keeps the totals of issued bills and drafts apart: a draft may change until it is issued. */
function useSums(): (bills: readonly Bill[]) => string {
  const { t } = useTranslation('bills');
  const yen = useYen();
  return (bills) => {
    const { issued, drafts } = askedTotals(bills);
    return [
      t('count', { count: bills.length }),
      ...(issued === null ? [] : [t('sum.issued', { total: yen(issued) })]),
      ...(drafts === null ? [] : [t('sum.drafts', { total: yen(drafts) })]),
    ].join(' · ');
  };
}

type ToolsProps = {
  readonly state: ListState<BillSort, BillColumn>;
  readonly columns: ReturnType<typeof useBillColumns>;
  readonly hasColumns: boolean;
  readonly children: ReactNode;
};

function BillTools({ state, columns, hasColumns, children }: ToolsProps) {
  const { t } = useTranslation('bills');
  return (
    <div className={css['tools']}>
      {children}
      <ListToolbar
        config={BILL_LIST}
        state={state}
        facets={[
          {
            name: 'state',
            label: t('fields.state'),
            options: SHOWN_STATES.map((value) => ({ value, word: t(`states.${value}`) })),
          },
        ]}
        columns={columns}
        searchHint={t('searchHint')}
        hasColumns={hasColumns}
      />
    </div>
  );
}

/** The bill or the terms that the address opens. */
function OpenOver({
  month,
  generation,
}: {
  readonly month: string;
  readonly generation: Generation;
}) {
  const [values, change] = useUrlParams();
  return (
    <>
      <BillPanel
        billId={values['bill'] ?? null}
        month={month}
        generation={generation}
        onClose={() => change({ bill: undefined })}
      />
      <TermsDialog asked={values['terms'] ?? null} onClose={() => change({ terms: undefined })} />
    </>
  );
}
