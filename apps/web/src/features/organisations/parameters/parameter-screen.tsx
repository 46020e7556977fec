import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { isUnfiltered, parseListState, sortChange } from '../../../kit/list/list-url-state.ts';
import { ListBody } from '../../../shared/document-list/list-body.tsx';
import { ListContainer } from '../../../shared/document-list/list-container.tsx';
import { ListScreenHead } from '../../../kit/list/list-screen-head.tsx';
import type { Facet } from '../../../kit/list/list-toolbar.tsx';
import { ListViewSwitcher, useListView } from '../../../kit/list/list-view-switcher.tsx';
import listCss from '../../../kit/list/list.module.css';
import { EmptyState } from '../../../kit/pages/page-state.tsx';
import { useParameterCard, useParameterColumns } from './parameter-columns.tsx';
import { ParameterPanel } from './parameter-panel.tsx';
import {
  isChanged,
  PARAMETER_LIST,
  shownParameters,
  type ParameterRow,
  type ParameterLabels,
} from './parameter-rows.ts';
import { useParameters } from './use-parameters.ts';

/** The default values, and the overrides. The address holds the list settings. */
export function ParameterScreen({ words }: { readonly words: ParameterLabels }) {
  const { t } = useTranslation('parameters');
  const [values, change] = useUrlParams();
  const look = useListView();
  const state = parseListState(values, PARAMETER_LIST);
  const { rows, status, retry } = useParameters(words);
  const columns = useParameterColumns();
  const shownColumns = columns.filter(({ id }) => state.columns.includes(id));
  const getCard = useParameterCard(shownColumns);
  const shown = shownParameters(rows, state);
  const groups = [...new Set(rows.map(({ group }) => group))].filter((group) => group !== '');
  const facets: readonly Facet[] = [
    {
      name: 'group',
      label: t('fields.group'),
      options: groups.map((group) => ({ value: group, word: group })),
    },
    {
      name: 'standing',
      label: t('standing'),
      options: [
        { value: 'changed', word: t('changed') },
        { value: 'overridden', word: t('overridden') },
      ],
    },
  ];
  const count =
    status.kind === 'shown'
      ? t('count', { count: shown.length, changed: rows.filter(isChanged).length })
      : '';
  return (
    <div className={listCss['screen']}>
      <ListScreenHead
        title={t('title')}
        aside={count}
        tools={<ListViewSwitcher look={look} />}
        config={PARAMETER_LIST}
        state={state}
        facets={facets}
        columns={columns}
        searchHint={t('searchHint')}
        hasColumns={look !== 'smallcard'}
      />
      <ListContainer>
        <ListBody<ParameterRow>
          view={look}
          status={status}
          arrived={rows.length}
          needsAll={false}
          isUnfiltered={isUnfiltered(state)}
          rows={shown}
          label={t('list')}
          getId={({ key }) => key}
          getName={({ name }) => name}
          columns={shownColumns}
          getCard={getCard}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={(column) => change(sortChange(state, column, PARAMETER_LIST))}
          onOpen={(key) => change({ parameter: key })}
          onNearEnd={() => undefined}
          onRetry={retry}
          empty={<EmptyState title={t('empty')} why={t('emptyWhy')} />}
        />
      </ListContainer>
      <ParameterPanel
        parameterKey={values['parameter'] ?? null}
        rows={status.kind === 'shown' ? rows : null}
        onClose={() => change({ parameter: undefined })}
      />
    </div>
  );
}
