import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../kit/url-state/use-address.ts';
import { asksNothing, listStateOf, sortChange } from '../../../kit/list/list-address.ts';
import { ListBody } from '../../../shared/document-list/list-body.tsx';
import { ListPlace } from '../../../shared/document-list/list-place.tsx';
import { ListScreenHead } from '../../../kit/list/list-screen-head.tsx';
import type { Facet } from '../../../kit/list/list-toolbar.tsx';
import { ListLookChoice, useListLook } from '../../../kit/list/look-choice.tsx';
import listCss from '../../../kit/list/list.module.css';
import { EmptyState } from '../../../kit/pages/page-state.tsx';
import { useParameterCard, useParameterColumns } from './parameter-columns.tsx';
import { ParameterPanel } from './parameter-panel.tsx';
import {
  isChanged,
  PARAMETER_OFFER,
  shownParameters,
  type ParameterRow,
  type ParameterWords,
} from './parameter-rows.ts';
import { useParameters } from './use-parameters.ts';

/** The default values, and the overrides. The address holds the list settings. */
export function ParameterScreen({ words }: { readonly words: ParameterWords }) {
  const { t } = useTranslation('parameters');
  const [values, change] = useAddress();
  const look = useListLook();
  const state = listStateOf(values, PARAMETER_OFFER);
  const { rows, status, retry } = useParameters(words);
  const columns = useParameterColumns();
  const shownColumns = columns.filter(({ id }) => state.columns.includes(id));
  const cardOf = useParameterCard(shownColumns);
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
        tools={<ListLookChoice look={look} />}
        offer={PARAMETER_OFFER}
        state={state}
        facets={facets}
        columns={columns}
        searchHint={t('searchHint')}
        hasColumns={look !== 'smallcard'}
      />
      <ListPlace>
        <ListBody<ParameterRow>
          view={look}
          status={status}
          arrived={rows.length}
          needsAll={false}
          asksNothing={asksNothing(state)}
          rows={shown}
          label={t('list')}
          idOf={({ key }) => key}
          nameOf={({ name }) => name}
          columns={shownColumns}
          cardOf={cardOf}
          sort={{ column: state.sort, descending: state.descending }}
          onSort={(column) => change(sortChange(state, column, PARAMETER_OFFER))}
          onOpen={(key) => change({ parameter: key })}
          onReadOn={() => undefined}
          onRetry={retry}
          empty={<EmptyState title={t('empty')} why={t('emptyWhy')} />}
        />
      </ListPlace>
      <ParameterPanel
        parameterKey={values['parameter'] ?? null}
        rows={status.kind === 'shown' ? rows : null}
        onClose={() => change({ parameter: undefined })}
      />
    </div>
  );
}
