import { daysLater, localDate } from '@yamori/domain';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useNow } from '../../../kit/clock/clock-context.tsx';
import { useOrganisationZone } from '../../../shared/time-of-day/use-room-clock.ts';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { useLeaveQuestion } from '../../../kit/form/use-leave-warning.ts';
import {
  isUnfiltered,
  compareNames,
  parseListState,
  sortChange,
} from '../../../kit/list/list-url-state.ts';
import { ListBody } from '../../../shared/document-list/list-body.tsx';
import { ListContainer } from '../../../shared/document-list/list-container.tsx';
import { ListToolbar, type Facet } from '../../../kit/list/list-toolbar.tsx';
import { AddButton } from '../../../kit/list/list-screen-head.tsx';
import listCss from '../../../kit/list/list.module.css';
import { useSelection } from '../../../kit/list/selection.ts';
import { useOrganisations } from '../../../shared/organisations/use-organisations.ts';
import { EmptyState, PageHeader } from '../../../kit/pages/page-state.tsx';
import { LendForm } from './lend-form.tsx';
import { LoanBulkBar } from './loan-bulk-bar.tsx';
import { LoanCalendar } from './loan-calendar.tsx';
import { useLoanCard, useLoanColumns, type LoanLabels } from './loan-columns.tsx';
import { LOAN_LIST, needsAllLoans, shownLoans, type LoanListState } from './loan-list.ts';
import { LoanPanel } from './loan-panel.tsx';
import { useLoanRows, type Loan } from './loan-source.ts';
import css from './loans.module.css';
import {
  LOAN_VIEWS,
  LOAN_PERIODS,
  LoanViewSwitch,
  PeriodTools,
  type LoanView,
} from './loan-tools.tsx';

const MINUTE_MS = 60_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Share of the calendar's days before today. */
const BEFORE_TODAY_SHARE = 4;

/**
 * Devices at other organisations, with end dates and overdue loans. The address holds the settings.
 */
export function LoanScreen() {
  const { t } = useTranslation('loans');
  const [values, change] = useUrlParams();
  const timeZone = useOrganisationZone();
  const organisations = useOrganisations();
  const look: LoanView = LOAN_VIEWS.find((candidate) => candidate === values['as']) ?? 'calendar';
  const words: LoanLabels = {
    timeZone,
    getOrganisation: (id) =>
      organisations.find(({ documentReferenceId }) => documentReferenceId === id)?.name ?? '',
  };
  const state = parseListState(values, LOAN_LIST);
  const columns = useLoanColumns(words);
  const lend = <AddButton label={t('lend.open')} onClick={() => change({ lend: '1' })} />;
  const open = (loanId: string): void => change({ loan: loanId });
  return (
    <div className={listCss['screen']}>
      <div className={listCss['head']}>
        <PageHeader
          title={t('title')}
          tools={
            <>
              <LoanViewSwitch
                look={look}
                onViewChange={(next) => change({ as: next === 'calendar' ? undefined : next })}
              />
              {lend}
            </>
          }
        />
        <ListToolbar
          config={LOAN_LIST}
          state={state}
          facets={useLoanFacets(organisations)}
          columns={columns}
          searchHint={t('searchHint')}
          hasColumns={look !== 'calendar'}
        />
      </div>
      {look === 'calendar' ? (
        <Calendar state={state} words={words} onOpen={open} />
      ) : (
        <LoanLists
          look={look}
          state={state}
          words={words}
          columns={columns}
          lend={lend}
          onOpen={open}
        />
      )}
      <LoanPanel
        loanId={values['loan'] ?? null}
        words={words}
        onClose={() => change({ loan: undefined })}
      />
      <LendDialog
        asked={values['lend'] ?? null}
        timeZone={timeZone}
        onClose={() => change({ lend: undefined })}
      />
    </div>
  );
}

type PartProps = {
  readonly state: LoanListState;
  readonly words: LoanLabels;
  readonly onOpen: (loanId: string) => void;
};

function Calendar({ state, words, onOpen }: PartProps) {
  const [values, change] = useUrlParams();
  const nowMs = useNow(MINUTE_MS);
  const days = LOAN_PERIODS.find((span) => String(span) === values['days']) ?? 28;
  const usual = daysLater(localDate(nowMs, words.timeZone), -Math.floor(days / BEFORE_TODAY_SHARE));
  const requestedDay = values['day'] ?? '';
  const first =
    DAY.test(requestedDay) && !Number.isNaN(Date.parse(requestedDay)) ? requestedDay : usual;
  const move = (direction: -1 | 0 | 1): void =>
    change({ day: direction === 0 ? undefined : daysLater(first, direction * days) });
  const keep = (loan: Loan): boolean =>
    shownLoans([loan], state, words.getOrganisation, nowMs).length > 0 &&
    (state.facets['borrower'] === null || loan.toDomainId === state.facets['borrower']);
  return (
    <ListContainer>
      <div className={css['period']}>
        <PeriodTools
          days={days}
          onDays={(next) =>
            change({ days: next === 28 ? undefined : String(next), day: undefined })
          }
          onMove={move}
        />
      </div>
      <LoanCalendar first={first} days={days} words={words} keep={keep} onOpen={onOpen} />
    </ListContainer>
  );
}

type ListsProps = PartProps & {
  readonly look: 'table' | 'card';
  readonly columns: ReturnType<typeof useLoanColumns>;
  readonly lend: React.ReactNode;
};

function LoanLists({ look, state, words, columns, lend, onOpen }: ListsProps) {
  const { t } = useTranslation('loans');
  const [, change] = useUrlParams();
  const nowMs = useNow(MINUTE_MS);
  const list = useLoanRows(state);
  const selection = useSelection();
  const shownColumns = columns.filter(({ id }) => state.columns.includes(id));
  const getCard = useLoanCard(shownColumns);
  const loans = shownLoans(list.rows, state, words.getOrganisation, nowMs);
  return (
    <ListContainer>
      <LoanBulkBar
        loans={loans.filter(({ documentReferenceId }) => selection.ids.has(documentReferenceId))}
        onDone={selection.clear}
      />
      <ListBody<Loan>
        view={look}
        status={list.status}
        arrived={list.rows.length}
        needsAll={needsAllLoans(state)}
        isUnfiltered={isUnfiltered(state)}
        rows={loans}
        label={t('list')}
        getId={({ documentReferenceId }) => documentReferenceId}
        getName={({ serial }) => serial}
        columns={shownColumns}
        getCard={getCard}
        sort={{ column: state.sort, descending: state.descending }}
        onSort={(column) => change(sortChange(state, column, LOAN_LIST))}
        selection={selection}
        onOpen={onOpen}
        onNearEnd={list.loadNextPage}
        onRetry={list.retry}
        empty={<EmptyState title={t('empty')} why={t('emptyWhy')} next={lend} />}
      />
    </ListContainer>
  );
}

function LendDialog({
  asked,
  timeZone,
  onClose,
}: {
  readonly asked: string | null;
  readonly timeZone: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('loans');
  const isDirty = useRef<() => boolean>(() => false);
  const mayLeave = useLeaveQuestion();
  const close = async (): Promise<void> => {
    if (!isDirty.current() || (await mayLeave())) onClose();
  };
  return (
    <Dialog
      open={asked !== null}
      size="medium"
      title={t('lend.title')}
      onClose={() => void close()}
    >
      {asked === null ? null : (
        <LendForm
          serial={asked === '1' ? '' : asked}
          timeZone={timeZone}
          onDirty={(dirty) => {
            isDirty.current = dirty;
          }}
          onLent={onClose}
          onCancel={() => void close()}
        />
      )}
    </Dialog>
  );
}

function useLoanFacets(organisations: ReturnType<typeof useOrganisations>): readonly Facet[] {
  const { t } = useTranslation('loans');
  return [
    {
      name: 'state',
      label: t('fields.state'),
      options: (['overdue', 'running', 'planned', 'returned'] as const).map((value) => ({
        value,
        word: t(`states.${value}`),
      })),
    },
    {
      name: 'borrower',
      label: t('fields.borrower'),
      options: organisations
        .map(({ documentReferenceId, name }) => ({ value: documentReferenceId, word: name }))
        .toSorted((a, b) => compareNames(a.word, b.word)),
    },
  ];
}
