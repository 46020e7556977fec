import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/form/button.tsx';
import { FileField } from '../../kit/form/file-field.tsx';
import { LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import type { ChosenTable } from './setup.ts';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import { createByteFormatter } from '../../locales/byte-formatter.ts';
import type { FileFault, Reading } from './engine/csv-message.ts';
import { PreviewTable } from './preview-table.tsx';
import { ReadingFields } from './reading-fields.tsx';
import { RecentImports } from './recent-imports.tsx';

type FileStepProps = {
  readonly host: CsvHost;
  readonly onReady: (table: ChosenTable) => void;
  readonly onRun: (importId: string) => void;
};
type Opening =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly file: File }
  | { readonly kind: 'open'; readonly table: ChosenTable; readonly reading: Reading };

const FOUND: Reading = { encoding: null, delimiter: null };

/** Chooses a file and shows it as detected; the user can correct the detection. */
export function FileStep({ host, onReady, onRun }: FileStepProps) {
  const { t } = useTranslation('csvImport');
  const faultText = useFaultText();
  const [opening, setOpening] = useState<Opening>({ kind: 'none' });
  const lastRequest = useRef(0);
  const open = (file: File, reading: Reading): void => {
    const request = ++lastRequest.current;
    setOpening({ kind: 'reading', file });
    // An engine reads every file; an invalid one is returned with its problem.
    void host.open(file, reading).then((opened) => {
      // The user has chosen again.
      if (request === lastRequest.current)
        setOpening({
          kind: 'open',
          reading,
          table: { file, opened, decimal: opened.decimal, headerRows: opened.headerRows },
        });
    });
  };
  const table = opening.kind === 'open' ? opening.table : null;
  const fault = table === null ? null : faultNow(table);
  return (
    <>
      <p className={css['lead']}>{t('lead')}</p>
      <section className={css['panel']}>
        <FileField
          label={t('fileLabel')}
          name="csv"
          hint={t('fileHint')}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          value={
            opening.kind === 'none'
              ? []
              : [opening.kind === 'open' ? opening.table.file : opening.file]
          }
          onChange={([file]) =>
            file === undefined ? setOpening({ kind: 'none' }) : open(file, FOUND)
          }
        />
      </section>
      {opening.kind === 'reading' ? <LoadingState /> : null}
      {opening.kind === 'open' && table !== null ? (
        <>
          {fault === null ? null : (
            <ErrorState
              title={t('faultTitle')}
              why={faultText(fault)}
              icon="alert"
              tone="danger"
              compact
            />
          )}
          {table.opened.rowCount === 0 && fault?.kind !== 'encoding' ? null : (
            <section className={css['panel']} aria-labelledby="csv-read-as">
              <div className={css['head']}>
                <h2 id="csv-read-as">{t('readAs')}</h2>
                <p className={css['quiet']}>{t('readAsHint')}</p>
              </div>
              <ReadingFields
                table={table}
                onReading={(change) =>
                  open(table.file, {
                    encoding: table.opened.encoding,
                    delimiter: table.opened.delimiter,
                    ...change,
                  })
                }
                onTable={(changed) => setOpening({ ...opening, table: changed })}
              />
              {table.opened.mixedLineEnds === null ? null : (
                <p className={css['note']}>
                  {t('mixedLineEnds', { line: table.opened.mixedLineEnds })}
                </p>
              )}
              <PreviewTable opened={table.opened} headerRows={table.headerRows} />
            </section>
          )}
          <div className={css['actions']}>
            <Button kind="primary" disabled={fault !== null} onClick={() => onReady(table)}>
              {t('next')}
            </Button>
          </div>
        </>
      ) : (
        <RecentImports onRun={onRun} />
      )}
    </>
  );
}

/** A header, detected or chosen, may leave no data rows. */
function useFaultText(): (fault: FileFault) => string {
  const { t, i18n } = useTranslation('csvImport');
  const size = createByteFormatter(i18n.language);
  return ({ kind, line, byte, cell }) =>
    t(`faults.${kind}`, { line, byte, column: cell?.column, size: size(cell?.bytes ?? 0) });
}

function faultNow({ opened, headerRows }: ChosenTable): FileFault | null {
  if (opened.fault !== null && opened.fault.kind !== 'headerOnly') return opened.fault;
  return opened.rowCount <= headerRows
    ? { kind: 'headerOnly', line: opened.rowCount, byte: 0 }
    : null;
}
