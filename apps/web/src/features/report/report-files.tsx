import { ProblemError, REPORT_FORMATS, type ReportFormat, type ReportTableId } from '@yamori/domain';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportsClient, type ReportSource } from '../../client/reports-client.ts';
import { Button } from '../../ui/form/button.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';
import { Spinner } from '../../ui/pages/spinner.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useReportWords } from './use-report-words.ts';
import css from './report.module.css';

type Run = { readonly kind: 'idle' } | { readonly kind: 'running'; readonly format: ReportFormat } | { readonly kind: 'done'; readonly fileName: string } | { readonly kind: 'failed'; readonly words: string };

/** What the screen shows as files. One is made at a time, and can be stopped. `more`: other files. */
export function ReportFiles({ source, table, more = null }: { readonly source: ReportSource; readonly table: ReportTableId; readonly more?: ReactNode }) {
  const { t } = useTranslation('reports');
  const { run, start, stop } = useReportFile(source, table);
  return (
    <div className={css['files']}>
      <div className={css['buttons']} role="toolbar" aria-label={t('files')}>
        {REPORT_FORMATS.map((format) => <button key={format} type="button" disabled={run.kind === 'running'} onClick={() => start(format)}>{t(`format.${format}`)}</button>)}
        {more}
        <button type="button" onClick={() => window.print()}>{t('print')}</button>
      </div>
      <output className={css['run']} data-kind={run.kind}>
        {run.kind === 'running' ? <><Spinner size={16} /><span>{t('making', { format: t(`format.${run.format}`) })}</span><Button onClick={stop}>{t('stop')}</Button></> : run.kind === 'done' ? t('made', { name: run.fileName }) : run.kind === 'failed' ? run.words : null}
      </output>
    </div>
  );
}

function useReportFile(source: ReportSource, table: ReportTableId): { readonly run: Run; readonly start: (format: ReportFormat) => void; readonly stop: () => void } {
  const client = useReportsClient();
  const { language } = useReportWords();
  const problemWords = useProblemWords();
  const [run, setRun] = useState<Run>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (format: ReportFormat): void => {
    const abort = new AbortController();
    running.current = abort;
    setRun({ kind: 'running', format });
    client.file(source, { format, table, language }, abort.signal).then(
      ({ blob, fileName }) => {
        if (abort.signal.aborted) return;
        saveFile(blob, fileName);
        setRun({ kind: 'done', fileName });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setRun({ kind: 'failed', words: problemWords(error instanceof ProblemError ? error.problem : { code: 'server-failed' }) });
      },
    );
  };
  const stop = (): void => {
    running.current?.abort();
    setRun({ kind: 'idle' });
  };
  return { run, start, stop };
}
