import { PARTNER_STATES } from '@yamori/domain';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useAgency } from '../../../shared/agency/agency-context.tsx';
import {
  isUnfiltered,
  compareNames,
  matchesSearch,
  parseListState,
  sortChange,
  type ListConfig,
  type ListState,
} from '../../../kit/list/list-url-state.ts';
import { TruncatedNotice } from '../../../kit/list/cut-note.tsx';
import { ListBody } from '../../../shared/document-list/list-body.tsx';
import type { CardContent, ListColumn } from '../../../kit/list/list-view.ts';
import { ListContainer } from '../../../shared/document-list/list-container.tsx';
import { ListToolbar } from '../../../kit/list/list-toolbar.tsx';
import { ListViewSwitcher, useListView } from '../../../kit/list/list-view-switcher.tsx';
import { AddButton } from '../../../kit/list/list-screen-head.tsx';
import listCss from '../../../kit/list/list.module.css';
import { EmptyState, PageHeader } from '../../../kit/pages/page-state.tsx';
import { NewPartnerDialog } from './new-partner-dialog.tsx';
import { usePartners, type Partner } from './partner-source.ts';
import { PartnerStateBadge } from './partner-state-badge.tsx';
import css from './partners.module.css';

const SORTS = ['name', 'code', 'state', 'customers'] as const;
const COLUMNS = [
  'name',
  'code',
  'state',
  'customers',
  'margin',
  'contact',
  'email',
  'phone',
] as const;
type Sort = (typeof SORTS)[number];
type Column = (typeof COLUMNS)[number];
const PARTNER_LIST: ListConfig<Sort, Column> = {
  facets: ['state'],
  known: { state: PARTNER_STATES },
  sorts: SORTS,
  columns: COLUMNS,
  defaultColumns: COLUMNS,
};

/**
 * Partners bring customers and get one bill for all of them. The address holds the list settings.
 */
export function PartnersScreen() {
  const { t } = useTranslation('partners');
  const { id } = useAgency();
  const [values, change] = useUrlParams();
  const navigate = useNavigate();
  const look = useListView();
  const state = parseListState(values, PARTNER_LIST);
  const { partners, status, isTruncated } = usePartners(id);
  const columns = useColumns();
  const shownColumns = columns.filter((column) => state.columns.includes(column.id));
  const shown = shownPartners(partners, state);
  const add = <AddButton label={t('add')} onClick={() => change({ add: '1' })} />;
  return (
    <div className={listCss['screen']}>
      <div className={listCss['head']}>
        <PageHeader
          title={t('title')}
          aside={status.kind === 'shown' ? t('count', { count: shown.length }) : ''}
          tools={
            <>
              <ListViewSwitcher look={look} />
              {add}
            </>
          }
        />
        <ListToolbar
          config={PARTNER_LIST}
          state={state}
          facets={[
            {
              name: 'state',
              label: t('fields.state'),
              options: PARTNER_STATES.map((value) => ({ value, word: t(`states.${value}`) })),
            },
          ]}
          columns={columns}
          searchHint={t('searchHint')}
          hasColumns={look !== 'smallcard'}
        />
        <TruncatedNotice count={isTruncated ? partners.length : null} />
      </div>
      <ListContainer>
        <ListBody<Partner>
          view={look}
          status={status}
          arrived={partners.length}
          needsAll={false}
          isUnfiltered={isUnfiltered(state)}
          rows={shown}
          label={t('list')}
          getId={({ documentReferenceId }) => documentReferenceId}
          getName={({ name }) => name}
          columns={shownColumns}
          getCard={partnerCard(shownColumns)}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={(column) => change(sortChange(state, column, PARTNER_LIST))}
          onOpen={(partnerId) =>
            void navigate({
              to: '/agency/partner/$partnerId',
              params: { partnerId },
              search: values['agency'] === undefined ? {} : { agency: values['agency'] },
            })
          }
          onNearEnd={() => undefined}
          onRetry={() => change({})}
          empty={<EmptyState title={t('empty')} why={t('emptyWhy')} next={add} />}
        />
      </ListContainer>
      <NewPartnerDialog
        open={values['add'] !== undefined}
        onClose={() => change({ add: undefined })}
      />
    </div>
  );
}

function shownPartners(
  partners: readonly Partner[],
  { text, facets, sort, descending }: ListState<Sort, Column>,
): readonly Partner[] {
  const compare: Readonly<Record<Sort, (a: Partner, b: Partner) => number>> = {
    name: (a, b) => compareNames(a.name, b.name),
    code: (a, b) => compareNames(a.code, b.code),
    customers: (a, b) => a.domainIds.length - b.domainIds.length,
    state: (a, b) => PARTNER_STATES.indexOf(a.state) - PARTNER_STATES.indexOf(b.state),
  };
  return partners
    .filter(
      (partner) =>
        (facets['state'] === null || partner.state === facets['state']) &&
        matchesSearch(
          [partner.name, partner.code, partner.contact, partner.email, partner.phone],
          text,
        ),
    )
    .toSorted(
      (a, b) => compare[sort](a, b) * (descending ? -1 : 1) || compareNames(a.name, b.name),
    );
}

function useColumns(): readonly ListColumn<Partner, Column>[] {
  const { t } = useTranslation('partners');
  return [
    { id: 'name', head: t('fields.name'), sorts: true, cell: ({ name }) => name },
    { id: 'code', head: t('fields.code'), width: 120, sorts: true, cell: ({ code }) => code },
    {
      id: 'state',
      head: t('fields.state'),
      width: 104,
      sorts: true,
      cell: ({ state }) => <PartnerStateBadge state={state} />,
    },
    {
      id: 'customers',
      head: t('fields.customers'),
      width: 90,
      isNumber: true,
      sorts: true,
      cell: ({ domainIds }) => t('customersCount', { count: domainIds.length }),
    },
    {
      id: 'margin',
      head: t('fields.margin'),
      width: 90,
      isNumber: true,
      cell: ({ margin }) => `${Math.round(margin * 10_000) / 100} %`,
    },
    { id: 'contact', head: t('fields.contact'), width: 150, cell: ({ contact }) => contact },
    { id: 'email', head: t('fields.email'), width: 190, cell: ({ email }) => email },
    { id: 'phone', head: t('fields.phone'), width: 130, cell: ({ phone }) => phone },
  ];
}

const partnerCard =
  (columns: readonly ListColumn<Partner, Column>[]) =>
  (partner: Partner, isSmall: boolean): CardContent =>
    isSmall
      ? {
          title: partner.name,
          lines: [
            <CustomersCount key="customers" count={partner.domainIds.length} />,
            <PartnerStateBadge key="state" state={partner.state} />,
          ],
        }
      : {
          title: partner.name,
          aside: <PartnerStateBadge state={partner.state} />,
          lines: columns
            .filter(({ id }) => id !== 'name' && id !== 'state')
            .map(({ id, head, cell }) => (
              <Pair key={id} head={head}>
                {cell(partner)}
              </Pair>
            )),
        };

function CustomersCount({ count }: { readonly count: number }) {
  const { t } = useTranslation('partners');
  return `${t('fields.customers')} ${t('customersCount', { count })}`;
}

const Pair = ({ head, children }: { readonly head: string; readonly children: ReactNode }) => (
  <span className={css['pair']}>
    <small>{head}</small>
    <span>{children}</span>
  </span>
);
