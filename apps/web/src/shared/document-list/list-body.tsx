import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, Skeleton } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { Spinner } from '../../kit/pages/spinner.tsx';
import { CardList, type CardListProps } from '../../kit/list/card-list.tsx';
import type { ListViewName } from '../../kit/list/list-view.ts';
import css from '../../kit/list/list.module.css';
import { TableList, type TableListProps } from '../../kit/list/table-list.tsx';
import type { ListStatus } from '../../live/documents/live-result.ts';

type ListBodyProps<Row> = TableListProps<Row> &
  Pick<CardListProps<Row>, 'getCard'> & {
    readonly view: ListViewName;
    readonly status: ListStatus;
    /** Number of loaded documents, before filters in the browser. */
    readonly arrived: number;
    /** Whether a filter applies in the browser, which needs all documents. */
    readonly needsAll: boolean;
    readonly isUnfiltered: boolean;
    readonly empty: ReactNode;
    readonly onRetry: () => void;
  };

/** The list, or why it is empty: loading, refused, no data, or no match. */
export function ListBody<Row>({
  view,
  status,
  arrived,
  needsAll,
  isUnfiltered,
  empty,
  onNearEnd,
  onRetry,
  getCard,
  ...table
}: ListBodyProps<Row>) {
  const { t } = useTranslation('list');
  const complete = status.kind === 'shown' && status.complete;
  useEffect(() => {
    if (needsAll && !complete) onNearEnd();
  }, [needsAll, complete, onNearEnd, arrived]);
  if (status.kind === 'failed') return <ProblemState problem={status.problem} onRetry={onRetry} />;
  if (status.kind === 'loading' && table.rows.length === 0) return <ListSkeleton view={view} />;
  if (table.rows.length === 0)
    return complete && isUnfiltered ? (
      empty
    ) : (
      <EmptyState title={t('noMatch')} why={t('noMatchWhy')} />
    );
  return (
    <>
      {view === 'table' ? (
        <TableList {...table} onNearEnd={onNearEnd} />
      ) : (
        <CardList
          {...table}
          getCard={getCard}
          isSmall={view === 'smallcard'}
          onNearEnd={onNearEnd}
        />
      )}
      <output className={complete ? 'visually-hidden' : css['footer']}>
        {complete ? (
          t('end')
        ) : (
          <>
            <Spinner size={16} />
            {t('more')}
          </>
        )}
      </output>
    </>
  );
}

const SKELETONS = 24;

function ListSkeleton({ view }: { readonly view: ListViewName }) {
  const { t } = useTranslation('pages');
  return (
    <output
      className={css['skeletons']}
      data-view={view}
      aria-busy="true"
      aria-label={t('loading')}
    >
      {Array.from({ length: SKELETONS }, (_unused, index) => (
        <Skeleton key={index} height={view === 'table' ? 28 : view === 'card' ? 148 : 76} />
      ))}
    </output>
  );
}
