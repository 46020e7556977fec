import { CSV_FIELDS, CSV_OUTCOMES, type CsvImport } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useRequest } from '../../api/use-request.ts';
import { useCsvAccess } from './csv-access.ts';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import type { WrittenTable } from './engine/csv-message.ts';
import { encodeTable } from './engine/refused-file.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import { useProblemReason } from './use-problem-reason.ts';

type RunResultProps = {
  readonly found: CsvImport;
  readonly host: CsvHost | null;
  readonly onUndo: () => void;
  readonly onAnother: () => void;
};

/** The result of an import, files to download, and undo. */
export function RunResult({ found, host, onUndo, onAnother }: RunResultProps) {
  const { t, i18n } = useTranslation('csvImport');
  const dialogs = useDialogs();
  const {
    counts: { outcomes },
    state,
    error,
  } = found;
  const figure = new Intl.NumberFormat(i18n.language);
  const done = outcomes.new + outcomes.changed;
  const undoable = (state === 'done' || state === 'cancelled' || state === 'failed') && done > 0;
  const undo = async (): Promise<void> => {
    if (
      await dialogs.confirm({
        title: t('undoTitle'),
        message: t('undoMessage', {
          made: figure.format(outcomes.new),
          changed: figure.format(outcomes.changed),
        }),
        ok: t('undoOk'),
        kind: 'danger',
      })
    )
      onUndo();
  };
  return (
    <>
      <section className={css['panel']} aria-labelledby="csv-result">
        <h2 id="csv-result" className={css['result']}>
          {t('resultTitle', { file: found.fileName, state: t(`states.${state}`) })}
        </h2>
        {error === null ? null : <ProblemState problem={{ code: error }} compact />}
        <ul className={css['outcomes']}>
          {CSV_OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map((outcome) => (
            <li key={outcome}>
              <OutcomeBadge outcome={outcome} />
              <strong>{figure.format(outcomes[outcome])}</strong>
            </li>
          ))}
        </ul>
        {outcomes.kept > 0 ? <KeptReasons importId={found.importId} count={outcomes.kept} /> : null}
        <Downloads found={found} host={host} />
      </section>
      <div className={css['actions']}>
        {undoable ? (
          <Button onClick={() => void undo()}>{t('undo', { count: done })}</Button>
        ) : null}
        <Button kind="primary" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    </>
  );
}

/** Why rows were not undone, with a count for each reason. */
function KeptReasons({ importId, count }: { readonly importId: string; readonly count: number }) {
  const { t } = useTranslation('csvImport');
  const { client } = useCsvAccess();
  const reason = useProblemReason();
  const rows = useRequest(importId, () => client.getRows(importId, 'kept'));
  const counted = new Map<string, number>();
  for (const { problem } of rows.kind === 'ready' ? rows.value : [])
    if (problem !== null) counted.set(reason(problem), (counted.get(reason(problem)) ?? 0) + 1);
  return (
    <div className={css['note']}>
      <p>{t('keptHint', { count })}</p>
      <ul className={css['reasons']}>
        {[...counted].map(([words, times]) => (
          <li key={words}>{t('keptReason', { words, count: times })}</li>
        ))}
      </ul>
    </div>
  );
}

function Downloads({ found, host }: Pick<RunResultProps, 'found' | 'host'>) {
  const { t } = useTranslation('csvImport');
  const { client } = useCsvAccess();
  const reason = useProblemReason();
  const [busy, setBusy] = useState(false);
  const [usesOtherEncoding, setOther] = useState(false);
  const {
    importId,
    kind,
    counts: { outcomes },
  } = found;
  // People who got an e-mail need no link from us.
  const invited = useRequest(kind === 'staff' && outcomes.new > 0 ? importId : null, () =>
    client.getRows(importId, 'new'),
  );
  const linked = invited.kind === 'ready' ? invited.value.filter(({ link }) => link !== null) : [];
  const file = found.fileName.replace(/\.[^.]*$/, '');
  const fields = CSV_FIELDS[kind].map(({ name }) => name);
  const table = (
    last: string,
    rows: readonly {
      readonly cells: Readonly<Record<string, string | undefined>>;
      readonly last: string;
    }[],
  ): WrittenTable =>
    encodeTable(
      [
        [...fields.map((name) => t(`fields.${name}`)), last],
        ...rows.map((row) => [...fields.map((name) => row.cells[name] ?? ''), row.last]),
      ],
      ',',
      'utf-8',
      true,
    );
  const save = async (make: () => Promise<readonly [string, WrittenTable]>): Promise<void> => {
    setBusy(true);
    const [name, written] = await make();
    saveFile(new Blob([written.bytes], { type: 'text/csv' }), name);
    setOther(!written.ownEncoding);
    setBusy(false);
  };
  const refused = async (): Promise<readonly [string, WrittenTable]> => {
    const rows = await client.getRows(importId, 'refused');
    const reasons = rows.map(({ row, problem, cells }) => ({
      line: row,
      cells,
      last: problem === null ? '' : reason(problem),
    }));
    // The original file if this page still has it; else the stored rows.
    const written =
      host === null
        ? table(t('reason'), reasons)
        : await host.refusedFile(
            t('reason'),
            reasons.map(({ line, last }) => ({ line, words: last })),
          );
    return [t('refusedName', { file }), written];
  };
  const keptRows = async (): Promise<readonly [string, WrittenTable]> => [
    t('keptName', { file }),
    table(
      t('reason'),
      (await client.getRows(importId, 'kept')).map(({ cells, problem }) => ({
        cells,
        last: problem === null ? '' : reason(problem),
      })),
    ),
  ];
  const links = async (): Promise<readonly [string, WrittenTable]> => [
    t('linksName', { file }),
    table(
      t('link'),
      linked.map(({ cells, link }) => ({ cells, last: link ?? '' })),
    ),
  ];
  return (
    <div className={css['downloads']}>
      {outcomes.refused > 0 ? (
        <Button busy={busy} onClick={() => void save(refused)}>
          {t('downloadRefused')}
        </Button>
      ) : null}
      {outcomes.kept > 0 ? (
        <Button busy={busy} onClick={() => void save(keptRows)}>
          {t('downloadKept')}
        </Button>
      ) : null}
      {linked.length > 0 ? (
        <>
          <Button busy={busy} onClick={() => void save(links)}>
            {t('downloadLinks')}
          </Button>
          <p className={css['quiet']}>{t('linksHint')}</p>
        </>
      ) : null}
      {usesOtherEncoding ? <output className={css['note']}>{t('otherEncoding')}</output> : null}
    </div>
  );
}
