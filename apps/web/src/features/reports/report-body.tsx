import { reportFacts, REPORT_TABLES, type Report, type ReportFilter } from '@yamori/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { EmptyState } from '../../kit/pages/page-state.tsx';
import { parseTable } from './report-address.ts';
import { ReportFigures } from './report-figures.tsx';
import { ReportTableView } from './report-table.tsx';
import { useReportTexts } from './use-report-texts.ts';
import css from './report.module.css';

type BodyProps = {
  readonly report: Report;
  readonly filter: ReportFilter;
  readonly files: ReactNode;
  /** Whether the user may open a room. */
  readonly linksRooms: boolean;
};

/** A report: its scope, figures over all rooms, and its tables, one at a time. */
export function ReportBody({ report, filter, files, linksRooms }: BodyProps) {
  const { t } = useTranslation('reports');
  const { words } = useReportTexts();
  const [values, change] = useUrlParams();
  const table = parseTable(values);
  return (
    <>
      <dl className={css['facts']}>
        {reportFacts(report, filter, words).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report.rooms.length === 0 ? (
        <EmptyState compact title={t('noRooms')} why={t('noRoomsWhy')} />
      ) : (
        <>
          <ReportFigures report={report} />
          {report.total.now.nights > 0 ? null : report.total.now.pending > 0 ? (
            <EmptyState
              compact
              title={t('pendingNights')}
              why={words.pending(report.total.now.pending, 0, report.analysisMinutes)}
            />
          ) : (
            <EmptyState compact title={t('noNights')} why={t('noNightsWhy')} />
          )}
          <div className={css['tableBar']}>
            <fieldset className={css['segments']}>
              <legend className={css['hidden']}>{t('tables')}</legend>
              {REPORT_TABLES.map((id) => (
                <button
                  key={id}
                  type="button"
                  aria-pressed={id === table}
                  onClick={() => change({ table: id === 'rooms' ? undefined : id })}
                >
                  {words.table[id]}
                </button>
              ))}
            </fieldset>
            {files}
          </div>
          <ReportTableView report={report} id={table} linksRooms={linksRooms} />
          <p className={css['reference']}>{words.reference}</p>
        </>
      )}
    </>
  );
}
