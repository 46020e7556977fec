import { DOMAIN_KINDS, type DomainRow } from '@yamori/domain';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { ToolIcon, type ToolIconName } from '../../kit/icons/tool-icon.tsx';
import { isUnfiltered, parseListState, sortChange } from '../../kit/list/list-url-state.ts';
import { ListBody } from '../../shared/document-list/list-body.tsx';
import { ListContainer } from '../../shared/document-list/list-container.tsx';
import { ListToolbar, type Facet } from '../../kit/list/list-toolbar.tsx';
import listCss from '../../kit/list/list.module.css';
import { EmptyState, PageHeader } from '../../kit/pages/page-state.tsx';
import { useDomainCard, useDomainColumns } from './domain-columns.tsx';
import { DOMAIN_LIST } from './domain-list.ts';
import { DomainTree } from './domain-tree.tsx';
import { useDomainRows } from './api.ts';

const LOOKS = ['tree', 'table', 'card', 'smallcard'] as const;
type Look = (typeof LOOKS)[number];
const ICONS: Readonly<Record<Look, ToolIconName>> = {
  tree: 'organisation',
  table: 'table',
  card: 'cards',
  smallcard: 'smallCards',
};

/** All organisations, as a tree or as a list. The server searches, so any number is fine. */
export function DomainListsScreen() {
  const { t } = useTranslation('domains');
  const { t: fleet } = useTranslation('fleet');
  const [values, change] = useUrlParams();
  const navigate = useNavigate();
  const state = parseListState(values, DOMAIN_LIST);
  // A search covers the whole tree: show a list with each organisation's parent.
  const isSearched = !isUnfiltered(state);
  const chosen = LOOKS.find((candidate) => candidate === values['as']) ?? 'tree';
  const look: Look = chosen === 'tree' && isSearched ? 'table' : chosen;
  const list = useDomainRows(state, look !== 'tree');
  const columns = useDomainColumns();
  const shownColumns = columns.filter(({ id }) => state.columns.includes(id));
  const getCard = useDomainCard(shownColumns);
  const open = (domainid: string): void =>
    void navigate({ to: '/master/domain/$domainid', params: { domainid } });
  const facets: readonly Facet[] = [
    {
      name: 'kind',
      label: t('fields.kind'),
      options: DOMAIN_KINDS.map((kind) => ({ value: kind, word: fleet(`kinds.${kind}`) })),
    },
  ];
  return (
    <div className={listCss['screen']}>
      <div className={listCss['head']}>
        <PageHeader
          title={t('title')}
          aside={
            look === 'tree' || list.status.kind !== 'shown' ? '' : t('count', { count: list.total })
          }
          tools={
            <LookChoice
              look={look}
              onViewChange={(next) => change({ as: next === 'tree' ? undefined : next })}
            />
          }
        />
        <ListToolbar
          config={DOMAIN_LIST}
          state={state}
          facets={facets}
          columns={columns}
          searchHint={t('searchHint')}
          hasColumns={look === 'table' || look === 'card'}
        />
      </div>
      <ListContainer>
        {look === 'tree' ? (
          <DomainTree onOpen={open} />
        ) : (
          <ListBody<DomainRow>
            view={look}
            status={list.status}
            arrived={list.rows.length}
            needsAll={false}
            isUnfiltered={isUnfiltered(state)}
            rows={list.rows}
            label={t('list')}
            getId={({ domainId }) => domainId}
            getName={({ name }) => name}
            columns={shownColumns}
            getCard={getCard}
            sort={{ column: state.sort, descending: state.descending }}
            onSort={(column) => change(sortChange(state, column, DOMAIN_LIST))}
            onOpen={open}
            onNearEnd={list.loadNextPage}
            onRetry={list.retry}
            empty={<EmptyState title={t('empty')} why={t('emptyWhy')} />}
          />
        )}
      </ListContainer>
    </div>
  );
}

function LookChoice({
  look,
  onViewChange,
}: {
  readonly look: Look;
  readonly onViewChange: (look: Look) => void;
}) {
  const { t } = useTranslation('list');
  const { t: domains } = useTranslation('domains');
  return (
    <fieldset className={listCss['looks']} aria-label={t('views.label')}>
      {LOOKS.map((name) => (
        <button
          key={name}
          type="button"
          className={listCss['view']}
          data-current={look === name}
          aria-pressed={look === name}
          onClick={() => onViewChange(name)}
        >
          <ToolIcon name={ICONS[name]} size={16} />
          <span className={listCss['viewWord']}>
            {name === 'tree' ? domains('tree') : t(`views.${name}`)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
