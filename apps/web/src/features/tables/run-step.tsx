import type { CsvImport, Problem } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../call-outcome.ts';
import { Button } from '../../kit/form/button.tsx';
import { LoadingState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useCsvAccess } from './csv-access.ts';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import { ProgressLine } from './progress-line.tsx';
import { RunResult } from './run-result.tsx';

type RunStepProps = {
  readonly importId: string;
  /** The original table, if the page was not reloaded since. */
  readonly host: CsvHost | null;
  readonly onOver: (over: boolean) => void;
  readonly onAnother: () => void;
};

const LOOK_MS = 700;
const UNDER_WAY: ReadonlySet<CsvImport['state']> = new Set(['draft', 'running', 'undoing']);

/** An import that the server runs: its progress and its result. */
export function RunStep({ importId, host, onOver, onAnother }: RunStepProps) {
  const { t } = useTranslation('csvImport');
  const { client } = useCsvAccess();
  const [found, problem, look] = useWatched(importId);
  const [busy, setBusy] = useState(false);
  const over = found !== null && !UNDER_WAY.has(found.state);
  useEffect(() => onOver(over), [onOver, over]);
  if (found === null)
    return problem === null ? (
      <LoadingState />
    ) : (
      <>
        <ProblemState problem={problem} onRetry={look} />
        <div className={css['actions']}>
          <Button onClick={onAnother}>{t('another')}</Button>
        </div>
      </>
    );
  const act = async (call: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    await attempt(call);
    setBusy(false);
    look();
  };
  const { counts } = found;
  return (
    <>
      {problem?.code === 'network-unreachable' ? (
        <output className={css['note']}>{t('offline')}</output>
      ) : null}
      {over ? (
        <RunResult
          found={found}
          host={host}
          onUndo={() => void act(() => client.undo(importId))}
          onAnother={onAnother}
        />
      ) : (
        <>
          <h2 className={css['result']}>
            {t('resultTitle', { file: found.fileName, state: t(`states.${found.state}`) })}
          </h2>
          <ProgressLine
            words={found.state === 'undoing' ? t('states.undoing') : t('running')}
            progress={{ done: counts.total - counts.waiting, total: counts.total }}
          />
          {found.state === 'running' ? (
            <div className={css['actions']}>
              <span className={css['quiet']}>{t('cancelHint')}</span>
              <Button busy={busy} onClick={() => void act(() => client.cancel(importId))}>
                {t('cancel')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </>
  );
}

/** Polls while it runs, even through a lost connection. */
function useWatched(importId: string): readonly [CsvImport | null, Problem | null, () => void] {
  const { client } = useCsvAccess();
  const [found, setFound] = useState<CsvImport | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const state: { left: boolean; timer: ReturnType<typeof setTimeout> | undefined } = {
      left: false,
      timer: undefined,
    };
    const look = async (): Promise<void> => {
      const outcome = await attempt(() => client.find(importId));
      if (state.left) return;
      if (outcome.kind === 'done') setFound(outcome.value);
      setProblem(outcome.kind === 'refused' ? outcome.problem : null);
      const goesOn =
        outcome.kind === 'done'
          ? UNDER_WAY.has(outcome.value.state)
          : outcome.problem.code === 'network-unreachable' ||
            outcome.problem.code.endsWith('-unavailable');
      if (goesOn) state.timer = setTimeout(() => void look(), LOOK_MS);
    };
    void look();
    return () => {
      state.left = true;
      clearTimeout(state.timer);
    };
  }, [client, importId, round]);
  return [found, problem, () => setRound((before) => before + 1)];
}
