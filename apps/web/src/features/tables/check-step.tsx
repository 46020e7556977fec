import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../call-outcome.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useRequest } from '../../api/use-request.ts';
import { CheckedRows } from './checked-rows.tsx';
import { useCsvAccess } from './csv-access.ts';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import type { CheckedTable, CheckSetup, MinuteUpload, Progress } from './engine/csv-message.ts';
import type { ChosenTable, Setup } from './setup.ts';
import { ProgressLine } from './progress-line.tsx';
import type { Problem } from '@yamori/domain';

type CheckStepProps = {
  readonly host: CsvHost;
  readonly table: ChosenTable;
  readonly setup: Setup;
  readonly onBack: () => void;
  readonly onStarted: (importId: string) => void;
  readonly onUploaded: (uploads: readonly MinuteUpload[]) => void;
};

/** Every row is checked, here and on the server, before anything is written. */
export function CheckStep(props: CheckStepProps) {
  const { host, table, setup, onBack } = props;
  const { t, i18n } = useTranslation('csvImport');
  const { newId } = useCsvAccess();
  const [importId] = useState(newId);
  const progress = useProgress(host);
  const wanted: CheckSetup = {
    ...setup,
    importId,
    fileName: table.file.name,
    language: i18n.language === 'en' ? 'en' : 'ja',
    decimal: table.decimal,
    headerRows: table.headerRows,
  };
  const checked = useRequest(importId, () => host.check(wanted));
  if (checked.kind === 'asking')
    return (
      <ProgressLine words={t(`checking.${progress?.phase ?? 'reading'}`)} progress={progress} />
    );
  if (checked.kind === 'refused') {
    return (
      <>
        <ProblemState problem={checked.problem} onRetry={checked.again} />
        <div className={css['actions']}>
          <Button onClick={onBack}>{t('back')}</Button>
        </div>
      </>
    );
  }
  return <CheckedForm {...props} importId={importId} checked={checked.value} progress={progress} />;
}

type CheckedFormProps = CheckStepProps & {
  readonly importId: string;
  readonly checked: CheckedTable;
  readonly progress: Progress | null;
};

function CheckedForm({
  host,
  setup,
  checked,
  importId,
  progress,
  onBack,
  onStarted,
  onUploaded,
}: CheckedFormProps) {
  const { t } = useTranslation('csvImport');
  const online = useOnline();
  const [existing, setExisting] = useState<'update' | 'skip'>('update');
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { counts } = checked;
  const importable = counts.new + counts.changed - leftOut.size;
  const start = async (): Promise<void> => {
    setBusy(true);
    const left = [...leftOut];
    const outcome = await attempt(async () => {
      if (setup.kind === 'minute') onUploaded(await host.sendMinutes(left));
      else {
        await host.start(existing, left);
        onStarted(importId);
      }
    });
    setBusy(false);
    setProblem(outcome.kind === 'refused' ? outcome.problem : null);
  };
  return (
    <>
      <section className={css['panel']}>
        <CheckedRows host={host} checked={checked} leftOut={leftOut} onLeftOut={setLeftOut} />
        {counts.refused > 0 ? (
          <p className={css['note']}>{t('refusedWill', { count: counts.refused })}</p>
        ) : null}
        {counts.changed > 0 ? (
          <SegmentedField
            label={t('existing')}
            name="existing"
            value={existing}
            hint={t('existingHint')}
            choices={(['update', 'skip'] as const).map((value) => ({
              value,
              label: t(`existings.${value}`),
            }))}
            onChange={setExisting}
          />
        ) : null}
      </section>
      {problem === null ? null : <ProblemState problem={problem} compact />}
      {importable <= 0 ? <p className={css['note']}>{t('nothing')}</p> : null}
      {busy && setup.kind === 'minute' ? (
        <ProgressLine words={t('checking.uploading')} progress={progress} unit="rooms" />
      ) : null}
      <div className={css['actions']}>
        <Button onClick={onBack} disabled={busy}>
          {t('back')}
        </Button>
        <Button
          kind="primary"
          busy={busy}
          disabled={importable <= 0 || !online}
          onClick={() => void start()}
        >
          {t('start', { count: importable })}
        </Button>
      </div>
    </>
  );
}

function useProgress(host: CsvHost): Progress | null {
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => host.onProgress(setProgress), [host]);
  return progress;
}
