import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/form/button.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useRequest } from '../../api/use-request.ts';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import { useProblemReason } from './use-problem-reason.ts';

/** Downloads the rows that the check rejected, in the file's own encoding. */
export function RefusedRows({
  host,
  fileName,
}: {
  readonly host: CsvHost;
  readonly fileName: string;
}) {
  const { t } = useTranslation('csvImport');
  const reason = useProblemReason();
  const [usesOtherEncoding, setOther] = useState(false);
  const refused = useRequest('refused', () => host.rows('refused', 0, 0));
  if (refused.kind !== 'ready' || refused.value.total === 0) return null;
  const save = async (): Promise<void> => {
    const { rows } = await host.rows('refused', 0, refused.value.total);
    const written = await host.refusedFile(
      t('reason'),
      rows.map(({ line, problem }) => ({ line, words: problem === null ? '' : reason(problem) })),
    );
    saveFile(
      new Blob([written.bytes], { type: 'text/csv' }),
      t('refusedName', { file: fileName.replace(/\.[^.]*$/, '') }),
    );
    setOther(!written.ownEncoding);
  };
  return (
    <div className={css['downloads']}>
      <Button onClick={() => void save()}>{t('downloadRefused')}</Button>
      {usesOtherEncoding ? <output className={css['note']}>{t('otherEncoding')}</output> : null}
    </div>
  );
}
