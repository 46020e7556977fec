import {
  localMinute,
  ProblemError,
  REPORT_FILE_HEADERS,
  REPORT_FORMATS,
  type Report,
  type ReportFormat,
  type ReportTableId,
} from '@yamori/domain';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportSource, useReportApi } from './api.ts';
import type { DownloadedFile } from '../../api/http.ts';
import { Button } from '../../kit/form/button.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { Spinner } from '../../kit/pages/spinner.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useReportTexts } from './use-report-texts.ts';
import css from './report.module.css';

/** The report on the screen, and how to reload it; null: it could not be loaded. */
type ShownReport = {
  readonly report: Report;
  readonly readAnew: () => Promise<Report | null>;
};
type Run =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly format: ReportFormat }
  | {
      readonly kind: 'done';
      readonly fileName: string;
      /** A note that the screen was reloaded because the file differed. */
      readonly news: string | null;
    }
  | { readonly kind: 'failed'; readonly words: string };

/** Downloads the report as files, one at a time, with a cancel button. `more`: other files. */
export function ReportFiles({
  source,
  shown,
  table,
  more = null,
}: {
  readonly source: ReportSource;
  readonly shown: ShownReport;
  readonly table: ReportTableId;
  readonly more?: ReactNode;
}) {
  const { t } = useTranslation('reports');
  const { run, start, stop } = useReportFile(source, shown, table);
  return (
    <div className={css['files']}>
      <div className={css['buttons']} role="toolbar" aria-label={t('files')}>
        {REPORT_FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            disabled={run.kind === 'running'}
            onClick={() => start(format)}
          >
            {t(`format.${format}`)}
          </button>
        ))}
        {more}
        <button type="button" onClick={() => window.print()}>
          {t('print')}
        </button>
      </div>
      <output className={css['run']} data-kind={run.kind}>
        {run.kind === 'running' ? (
          <>
            <Spinner size={16} />
            <span>{t('making', { format: t(`format.${run.format}`) })}</span>
            <Button onClick={stop}>{t('stop')}</Button>
          </>
        ) : run.kind === 'done' ? (
          <span>
            {t('made', { name: run.fileName })}
            {run.news}
          </span>
        ) : run.kind === 'failed' ? (
          run.words
        ) : null}
      </output>
    </div>
  );
}

/** Reloads the screen if it differs from a file, and says so. */
function useSameAsFile({
  report,
  readAnew,
}: ShownReport): (file: DownloadedFile) => Promise<string | null> {
  const { t } = useTranslation('reports');
  return async ({ headers }) => {
    const madeAt = headers.get(REPORT_FILE_HEADERS.madeAt);
    const digest = headers.get(REPORT_FILE_HEADERS.digest);
    // A proxy may have removed the headers.
    if (madeAt === null || digest === null || digest === report.digest) return null;
    const read = await readAnew();
    if (read?.digest !== digest) return t('news.again');
    const at = localMinute(madeAt, report.timeZone)?.slice(11) ?? '';
    return t(
      computeFiguresByNight(read) === computeFiguresByNight(report)
        ? 'news.figures'
        : 'news.nights',
      { at },
    );
  };
}

const computeFiguresByNight = ({ total }: Report): string =>
  `${total.now.nights} ${total.before.nights}`;

function useReportFile(
  source: ReportSource,
  shown: ShownReport,
  table: ReportTableId,
): {
  readonly run: Run;
  readonly start: (format: ReportFormat) => void;
  readonly stop: () => void;
} {
  const { downloadFile } = useReportApi();
  const { language } = useReportTexts();
  const formatProblem = useProblemMessage();
  const bringToSame = useSameAsFile(shown);
  const [run, setRun] = useState<Run>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (format: ReportFormat): void => {
    const abort = new AbortController();
    running.current = abort;
    setRun({ kind: 'running', format });
    downloadFile(source, { format, table, language }, abort.signal).then(
      async (file) => {
        if (abort.signal.aborted) return;
        saveFile(file.blob, file.fileName);
        const news = await bringToSame(file);
        if (!abort.signal.aborted) setRun({ kind: 'done', fileName: file.fileName, news });
      },
      (error: unknown) => {
        if (!abort.signal.aborted)
          setRun({
            kind: 'failed',
            words: formatProblem(
              error instanceof ProblemError ? error.problem : { code: 'server-failed' },
            ),
          });
      },
    );
  };
  const stop = (): void => {
    running.current?.abort();
    setRun({ kind: 'idle' });
  };
  return { run, start, stop };
}
