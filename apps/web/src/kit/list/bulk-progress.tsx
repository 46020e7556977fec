import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot, DialogText } from '../dialog/dialog-parts.tsx';
import { useDialogs } from '../dialog/dialogs-context.tsx';
import { Button } from '../form/button.tsx';
import { useToasts } from '../toast/toasts-view.tsx';
import { useProblemMessage } from '../pages/use-problem-message.ts';
import { ProgressBar } from '../pages/progress-bar.tsx';
import { createBulkRun, type BulkItem, type BulkRun } from './bulk-run.ts';
import css from './bulk.module.css';

/** Undo is offered for ten seconds, as elsewhere. */
const UNDO_MS = 10_000;

/** `said`: the result message, if "changed" does not describe it. */
type BulkStart = (
  title: string,
  items: readonly BulkItem[],
  said?: (count: number) => string,
) => Promise<void>;

/** Runs a bulk action with visible progress; then reports the result and offers to undo it. */
export function useBulkRun(): BulkStart {
  const { t } = useTranslation('list');
  const dialogs = useDialogs();
  const toasts = useToasts();
  const go = async (
    title: string,
    items: readonly BulkItem[],
    said: (count: number) => string,
  ): Promise<void> => {
    const run = createBulkRun(items);
    const running = run.start();
    await dialogs.open<void>(
      {
        title: <BulkTitle run={run} running={title} />,
        size: 'small',
        mayClose: async () => run.current().isOver,
      },
      undefined,
      (answer) => <BulkProgress run={run} onClose={() => answer()} />,
    );
    run.stop();
    const { done, failures, undos } = await running;
    const message = said(done - failures.length);
    const undo =
      undos.length === 0
        ? {}
        : {
            timeoutMs: UNDO_MS,
            action: {
              label: t('bulk.undo'),
              run: () =>
                void go(t('bulk.undoing'), undos.toReversed(), (count) =>
                  t('bulk.undone', { count }),
                ),
            },
          };
    toasts.show({ type: failures.length === 0 ? 'positive' : 'warning', message, ...undo });
  };
  return (title, items, said = (count) => t('bulk.changed', { count })) => go(title, items, said);
}

/** Focused after the run, so that a screen reader announces the failures. */
function BulkTitle({ run, running }: { readonly run: BulkRun; readonly running: string }) {
  const { t } = useTranslation('list');
  const { done, total, isOver } = useSyncExternalStore(run.subscribe, run.current);
  return isOver ? t(done < total ? 'bulk.stoppedTitle' : 'bulk.overTitle') : running;
}

function BulkProgress({ run, onClose }: { readonly run: BulkRun; readonly onClose: () => void }) {
  const { t } = useTranslation('list');
  const formatProblem = useProblemMessage();
  const { done, total, failures, isOver } = useSyncExternalStore(run.subscribe, run.current);
  const [isClosing, setClosing] = useState(false);
  // Without failures the dialog closes automatically.
  if (isOver && failures.length === 0 && !isClosing) {
    setClosing(true);
    queueMicrotask(onClose);
  }
  return (
    <DialogBody>
      <DialogText>
        {isOver
          ? t('bulk.over', { done: done - failures.length, total, count: failures.length })
          : t('bulk.running', { done, total })}
      </DialogText>
      <ProgressBar label={t('bulk.progress')} done={done} total={total} />
      {failures.length === 0 ? null : (
        <ul className={css['failures']} aria-label={t('bulk.failures')}>
          {failures.map(({ id, name, problem }) => (
            <li key={id}>
              <b>{name}</b>
              {formatProblem(problem)}
            </li>
          ))}
        </ul>
      )}
      <DialogFoot>
        {isOver ? (
          <Button kind="primary" startsHere onClick={onClose}>
            {t('bulk.close')}
          </Button>
        ) : (
          <Button startsHere onClick={run.stop}>
            {t('bulk.stop')}
          </Button>
        )}
      </DialogFoot>
    </DialogBody>
  );
}
