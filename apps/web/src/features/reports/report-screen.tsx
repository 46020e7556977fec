import { isAgency, isMaker, ProblemError, type ReportFilter } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReport, type FoundReport, type ReportSource } from './api.ts';
import { isPassing } from '../../live/offline/passing-problem.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { Button } from '../../kit/form/button.tsx';
import { EmptyState, PageHeader } from '../../kit/pages/page-state.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { EdfFiles } from './edf-files.tsx';
import { formatFilter, parseFilter, parseTable } from './report-address.ts';
import { ReportBody } from './report-body.tsx';
import { ReportFiles } from './report-files.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportWaiting } from './report-waiting.tsx';
import { SavedReports } from './saved-reports.tsx';
import css from './report.module.css';

/**
 * Figures of rooms over nights: filter, compare, save, share and export them. The address holds the
 * filter.
 */
export function ReportScreen() {
  const { t } = useTranslation('reports');
  const { t: routes } = useTranslation('routes');
  const { organisationId, user } = useViewer();
  const [values, change] = useUrlParams();
  const savedId = values['saved'] ?? '';
  // Readers of many organisations must choose one: their own would cover all of them.
  const home =
    organisationId ?? (user === null || isAgency(user) || isMaker(user) ? null : user.domainId);
  const requestedFilter = parseFilter(values, home);
  const found = useReport(toSource(savedId, requestedFilter));
  const filter = found.data?.filter ?? requestedFilter;
  const choose = (next: ReportFilter): void => change(formatFilter(next, home));
  if (filter === null)
    return (
      <section className={css['screen']}>
        <PageHeader title={routes('report.title')} />
        {savedId === '' ? <ChooseOrganisation onChoose={choose} /> : <Found found={found} />}
      </section>
    );
  return (
    <section className={css['screen']}>
      <PageHeader
        title={found.data?.name ?? routes('report.title')}
        aside={found.data?.name === undefined ? undefined : t('saved.opened')}
        tools={<SavedReports filter={filter} />}
      />
      <ReportFilters filter={filter} span={found.data?.report.period ?? null} onChange={choose} />
      <Found found={found} />
    </section>
  );
}

function Found({ found }: { readonly found: ReturnType<typeof useReport> }) {
  const { t } = useTranslation('reports');
  const [values] = useUrlParams();
  const shown = found.data;
  const [last, setLast] = useState<FoundReport | null>(null);
  if (shown !== undefined && shown !== null && shown !== last) setLast(shown);
  if (shown === undefined || shown === null) {
    if (last !== null && found.error instanceof ProblemError && isPassing(found.error.problem))
      return <LastFound shown={last} onAgain={() => void found.refetch()} />;
    return <ReportWaiting error={found.error} onAgain={() => void found.refetch()} />;
  }
  const { filter, report } = shown;
  return (
    <>
      {found.isError ? (
        <output className={css['stale']}>
          {t('stale')}
          <Button onClick={() => void found.refetch()}>{t('again')}</Button>
        </output>
      ) : null}
      <ReportBody
        report={report}
        filter={filter}
        linksRooms
        files={
          <ReportFiles
            source={{ kind: 'filter', filter }}
            shown={{
              report,
              readAnew: async () => {
                const read = await found.refetch();
                return read.isError ? null : (read.data?.report ?? null);
              },
            }}
            table={parseTable(values)}
            more={<EdfFiles report={report} />}
          />
        }
      />
    </>
  );
}

/** The previous report, while a new filter cannot be loaded offline. */
function LastFound({
  shown: { filter, report },
  onAgain,
}: {
  readonly shown: FoundReport;
  readonly onAgain: () => void;
}) {
  const { t, i18n } = useTranslation('reports');
  const [values] = useUrlParams();
  const at = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: report.timeZone,
  }).format(new Date(report.madeAt));
  return (
    <>
      <output className={css['stale']}>
        {t('staleFilter', { at })}
        <Button onClick={onAgain}>{t('again')}</Button>
      </output>
      <ReportBody
        report={report}
        filter={filter}
        linksRooms
        files={
          <ReportFiles
            source={{ kind: 'filter', filter }}
            shown={{ report, readAnew: () => Promise.resolve(null) }}
            table={parseTable(values)}
          />
        }
      />
    </>
  );
}

function ChooseOrganisation({ onChoose }: { readonly onChoose: (filter: ReportFilter) => void }) {
  const { t } = useTranslation('reports');
  const empty: ReportFilter = {
    domainId: '',
    roomIds: [],
    sexes: [],
    tags: [],
    period: { kind: 'newest', nights: 7 },
  };
  return (
    <>
      <ReportFilters filter={empty} span={null} onChange={onChoose} />
      <EmptyState title={t('choose')} why={t('chooseWhy')} />
    </>
  );
}

function toSource(savedId: string, filter: ReportFilter | null): ReportSource | null {
  if (savedId !== '') return { kind: 'saved', id: savedId };
  return filter === null ? null : { kind: 'filter', filter };
}
