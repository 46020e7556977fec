import { useLinkedReport } from './api.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { parseTable } from './report-address.ts';
import { ReportBody } from './report-body.tsx';
import { ReportFiles } from './report-files.tsx';
import { ReportWaiting } from './report-waiting.tsx';
import css from './report.module.css';

/** The single report of a one-time link and its files, without further links. */
export function LinkedReport({ reportId }: { readonly reportId: string }) {
  const [values] = useUrlParams();
  const found = useLinkedReport(reportId);
  if (found.data === undefined)
    return <ReportWaiting error={found.error} onAgain={() => void found.refetch()} />;
  const { name, filter, report } = found.data;
  return (
    <section className={css['screen']} aria-label={name}>
      <h2 className={css['linkedName']}>{name}</h2>
      <ReportBody
        report={report}
        filter={filter}
        linksRooms={false}
        files={
          <ReportFiles
            source={{ kind: 'saved', id: reportId }}
            shown={{
              report,
              readAnew: async () => {
                const read = await found.refetch();
                return read.isError ? null : (read.data?.report ?? null);
              },
            }}
            table={parseTable(values)}
          />
        }
      />
    </section>
  );
}
