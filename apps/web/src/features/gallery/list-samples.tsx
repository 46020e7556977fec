import { useTranslation } from 'react-i18next';
import { CardList } from '../../kit/list/card-list.tsx';
import { SelectionBar } from '../../kit/list/selection-bar.tsx';
import { useSelection } from '../../kit/list/selection.ts';
import { TableList } from '../../kit/list/table-list.tsx';
import { EmptyState } from '../../kit/pages/page-state.tsx';
import css from './gallery.module.css';
import { ignore, Sample, SampleGroup } from './sample.tsx';

type Row = {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly battery: number;
  readonly isLow: boolean;
};

function useRows(): readonly Row[] {
  const { t } = useTranslation('gallery');
  return Array.from({ length: 12 }, (_, index) => {
    const battery = 96 - index * 8;
    const isLow = battery < 20;
    return {
      id: `row-${index}`,
      name: t('sample.device', { number: 42 + index }),
      state: t(isLow ? 'sample.low' : 'sample.normal'),
      battery,
      isLow,
    };
  });
}

export const ListSamples = () => (
  <SampleGroup group="lists">
    <Tables />
    <Cards isSmall={false} />
    <Cards isSmall />
    <NoRows />
  </SampleGroup>
);

function Tables() {
  const { t } = useTranslation('gallery');
  const rows = useRows();
  const selection = useSelection();
  return (
    <Sample name="TableList, SelectionBar" isWide>
      <div className={css['list']}>
        <SelectionBar count={selection.ids.size} onClear={selection.clear}>
          {null}
        </SelectionBar>
        <TableList
          rows={rows}
          label="TableList"
          getId={({ id }) => id}
          getName={({ name }) => name}
          columns={[
            { id: 'name', head: t('page.tabs.devices'), cell: ({ name }) => name, sorts: true },
            { id: 'state', head: t('sample.state'), cell: ({ state }) => state },
            {
              id: 'battery',
              head: t('sample.battery'),
              cell: ({ battery }) => `${battery} %`,
              isNumber: true,
              width: 96,
            },
          ]}
          sort={{ column: 'name', descending: false }}
          onSort={ignore}
          selection={selection}
          onOpen={ignore}
          onNearEnd={ignore}
        />
      </div>
    </Sample>
  );
}

function Cards({ isSmall }: { readonly isSmall: boolean }) {
  const { t } = useTranslation('gallery');
  const rows = useRows();
  const name = isSmall ? 'CardList, isSmall' : 'CardList';
  return (
    <Sample name={name} isWide>
      <div className={css['list']}>
        <CardList
          rows={rows}
          label={name}
          getId={({ id }) => id}
          getName={(row) => row.name}
          getCard={(row) => ({
            title: row.name,
            aside: `${row.battery} %`,
            lines: isSmall ? [row.state] : [row.state, t('sample.floor')],
            tone: row.isLow ? 'warning' : undefined,
          })}
          onOpen={ignore}
          isSmall={isSmall}
          onNearEnd={ignore}
        />
      </div>
    </Sample>
  );
}

function NoRows() {
  const { t } = useTranslation('gallery');
  return (
    <Sample name="EmptyState" isWide>
      <EmptyState compact title={t('page.empty')} why={t('page.emptyWhy')} />
    </Sample>
  );
}
