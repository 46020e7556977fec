import { mayCheckHistory, ProblemError } from '@yamori/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readNames } from './history-references.ts';
import { Button } from '../../kit/form/button.tsx';
import { EmptyState, PageHeader, Skeleton } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import {
  ALL_HISTORY,
  getEntries,
  HISTORY_PAGE,
  type HistoryCriteria,
  type HistoryApi,
  useHistoryApi,
  useHistoryZone,
} from './api.ts';
import { ChainCheck } from './chain-check.tsx';
import { HistoryExport } from './history-export.tsx';
import { HistoryFilter, useHistoryCriteria } from './history-filter.tsx';
import { HistoryTable } from './history-table.tsx';
import css from './update-history.module.css';

/** Who changed what, when and from where, newest first; and the verification of the log. */
export function UpdateHistoryScreen() {
  const { t } = useTranslation('history');
  const { t: routes } = useTranslation('routes');
  const viewer = useViewer();
  const actor = toActor(viewer);
  const mayCheck = actor !== null && mayCheckHistory(actor);
  const criteria = useHistoryCriteria(viewer.organisationId);
  return (
    <div className={css['screen']}>
      <PageHeader title={routes('master-history-lists.title')} />
      {mayCheck ? <ChainCheck /> : null}
      <section className={css['section']} aria-label={t('entries')}>
        <div className={css['tools']}>
          <HistoryFilter />
          {mayCheck ? <HistoryExport criteria={criteria} /> : null}
        </div>
        <HistoryEntries
          key={JSON.stringify(criteria)}
          domainId={criteria.domainId}
          criteria={criteria}
        />
      </section>
    </div>
  );
}

/** The entries of one organisation, or of all that the user manages. */
export function HistoryEntries({
  domainId,
  criteria = { ...ALL_HISTORY, domainId },
}: {
  readonly domainId: string | null;
  readonly criteria?: HistoryCriteria;
}) {
  const { t } = useTranslation('history');
  const client = useHistoryApi();
  const timeZone = useHistoryZone(domainId);
  const query = useInfiniteQuery({
    queryKey: ['update-history', criteria],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => pageWithNames(client, criteria, pageParam),
    getNextPageParam: (last, pages) => (last.complete ? undefined : pages.length * HISTORY_PAGE),
  });
  if (query.data !== undefined) {
    // New entries shift the pages: remove duplicates.
    const rows = [
      ...new Map(
        query.data.pages.flatMap((page) => page.rows).map((row) => [row.documentPath, row]),
      ).values(),
    ];
    const names = new Map(query.data.pages.flatMap((page) => [...page.names]));
    if (rows.length === 0)
      return asksForAll(criteria) ? (
        <EmptyState compact title={t('empty')} why={t('emptyWhy')} />
      ) : (
        <EmptyState compact title={t('noMatch')} why={t('noMatchWhy')} />
      );
    return (
      <>
        <HistoryTable rows={rows} names={names} timeZone={timeZone} />
        {query.hasNextPage ? (
          <div className={css['more']}>
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        ) : (
          <p className={css['quiet']}>{t('all', { count: rows.length })}</p>
        )}
      </>
    );
  }
  if (query.error === null)
    return (
      <div className={css['waiting']} aria-busy="true">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={52} />
        ))}
      </div>
    );
  // Anything else is a bug: the error page shows it.
  if (!(query.error instanceof ProblemError)) throw query.error;
  return (
    <ProblemState problem={query.error.problem} onRetry={() => void query.refetch()} compact />
  );
}

const asksForAll = ({ domainId: _domainId, ...rest }: HistoryCriteria): boolean =>
  Object.values(rest).every((value) => value === null);

export async function pageWithNames(client: HistoryApi, criteria: HistoryCriteria, offset: number) {
  const page = await client.page(criteria, offset);
  return { ...page, names: await readNames(client, getEntries(page.rows)) };
}
