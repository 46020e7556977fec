import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useLeaveWarning } from '../../kit/form/use-leave-warning.ts';
import { PageHeader } from '../../kit/pages/page-state.tsx';
import { CheckStep } from './check-step.tsx';
import type { ChosenTable, Setup } from './setup.ts';
import { ColumnsStep } from './columns-step.tsx';
import { useCsvAccess } from './csv-access.ts';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import type { MinuteUpload } from './engine/csv-message.ts';
import { FileStep } from './file-step.tsx';
import { MinuteResult } from './minute-result.tsx';
import { RunStep } from './run-step.tsx';
import { STEPS, Steps, type StepName } from './steps.tsx';

/** The current step. The address holds a running import, so that a reload returns to it. */
type Place =
  | { readonly step: 'file' }
  | { readonly step: 'columns'; readonly table: ChosenTable }
  | { readonly step: 'check'; readonly table: ChosenTable; readonly setup: Setup }
  | {
      readonly step: 'uploaded';
      readonly table: ChosenTable;
      readonly setup: Setup;
      readonly uploads: readonly MinuteUpload[];
    };

/** Imports a table of rooms, devices, staff, nights or minutes, step by step. */
export function CsvImportScreen() {
  const { t } = useTranslation('csvImport');
  const [address, changeAddress] = useUrlParams();
  const host = useHost();
  const [place, setPlace] = useState<Place>({ step: 'file' });
  const [over, setOver] = useState(false);
  const importId = address['run'];
  useLeaveWarning(
    () => importId === undefined && (place.step === 'columns' || place.step === 'check'),
  );
  const startOver = (): void => {
    setOver(false);
    setPlace({ step: 'file' });
    changeAddress({ run: undefined });
  };
  const step: StepName =
    importId !== undefined
      ? over
        ? 'result'
        : 'run'
      : place.step === 'uploaded'
        ? 'result'
        : place.step;
  return (
    <div className={css['page']}>
      <PageHeader
        title={t('title')}
        aside={t('stepOf', { count: STEPS.indexOf(step) + 1, all: STEPS.length })}
      />
      <Steps current={step} />
      {importId !== undefined ? (
        <RunStep
          key={importId}
          importId={importId}
          host={place.step === 'check' ? host : null}
          onOver={setOver}
          onAnother={startOver}
        />
      ) : null}
      {importId === undefined && place.step === 'file' ? (
        <FileStep
          host={host}
          onReady={(table) => setPlace({ step: 'columns', table })}
          onRun={(run) => changeAddress({ run })}
        />
      ) : null}
      {importId === undefined && place.step === 'columns' ? (
        <ColumnsStep
          table={place.table}
          onBack={startOver}
          onReady={(setup) => setPlace({ step: 'check', table: place.table, setup })}
        />
      ) : null}
      {importId === undefined && place.step === 'check' ? (
        <CheckStep
          host={host}
          table={place.table}
          setup={place.setup}
          onBack={() => setPlace({ step: 'columns', table: place.table })}
          onStarted={(run) => changeAddress({ run })}
          onUploaded={(uploads) => setPlace({ ...place, step: 'uploaded', uploads })}
        />
      ) : null}
      {importId === undefined && place.step === 'uploaded' ? (
        <MinuteResult
          host={host}
          fileName={place.table.file.name}
          uploads={place.uploads}
          onAnother={startOver}
        />
      ) : null}
    </div>
  );
}

/** Runs a worker as long as the page is open. */
function useHost(): CsvHost {
  const { openHost } = useCsvAccess();
  const held = useMemo(() => ({ host: openHost() }), [openHost]);
  useEffect(() => () => held.host.close(), [held]);
  return held.host;
}
