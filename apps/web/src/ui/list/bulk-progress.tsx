import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot, DialogText } from '../dialogs/dialog-parts.tsx';
import { useDialogs } from '../dialogs/dialogs-context.tsx';
import { Button } from '../form/button.tsx';
import { useNotifications } from '../notifications/notifications-view.tsx';
import { useProblemWords } from '../pages/problem-words.ts';
import { ProgressBar } from '../pages/progress-bar.tsx';
import { createBulkRun, type BulkItem, type BulkRun } from './bulk-run.ts';
import css from './bulk.module.css';

/** Ten seconds to take it back, as elsewhere. */
const UNDO_MS = 10_000;

/** Does something to many with its progress in view; then says what came of it and offers to take it back. */
export function useBulkRun(): (title: string, items: readonly BulkItem[]) => Promise<void> {
  const { t } = useTranslation('list');
  const dialogs = useDialogs();
  const notifications = useNotifications();
  const go = async (title: string, items: readonly BulkItem[], isUndo: boolean): Promise<void> => {
    const run = createBulkRun(items);
    const running = run.start();
    await dialogs.open<void>({ title, size: 'small', mayClose: async () => run.current().isOver }, undefined, (answer) => <BulkProgress run={run} onClose={() => answer()} />);
    run.stop();
    const { done, failures, undos } = await running;
    const message = t(isUndo ? 'bulk.undone' : 'bulk.changed', { count: done - failures.length });
    const undo = undos.length === 0 ? {} : { timeoutMs: UNDO_MS, action: { label: t('bulk.undo'), run: () => void go(t('bulk.undoing'), undos.toReversed(), true) } };
    notifications.show({ type: failures.length === 0 ? 'positive' : 'warning', message, ...undo });
  };
  return (title, items) => go(title, items, false);
}

function BulkProgress({ run, onClose }: { readonly run: BulkRun; readonly onClose: () => void }) {
  const { t } = useTranslation('list');
  const words = useProblemWords();
  const { done, total, failures, isOver, isStopped } = useSyncExternalStore(run.subscribe, run.current);
  const [asked, setAsked] = useState(false);
  // Without anything to read the dialog goes by itself.
  if (isOver && failures.length === 0 && !asked) {
    setAsked(true);
    queueMicrotask(onClose);
  }
  return (
    <DialogBody>
      <DialogText>{isOver ? t(isStopped ? 'bulk.stopped' : 'bulk.over', { done, total }) : t('bulk.running', { done, total })}</DialogText>
      <ProgressBar label={t('bulk.progress')} done={done} total={total} />
      {failures.length === 0 ? null : <ul className={css['failures']} aria-label={t('bulk.failures')}>{failures.map(({ name, problem }) => <li key={name}><b>{name}</b>{words(problem)}</li>)}</ul>}
      <DialogFoot>{isOver ? <Button kind="primary" startsHere onClick={onClose}>{t('bulk.close')}</Button> : <Button startsHere onClick={run.stop}>{t('bulk.stop')}</Button>}</DialogFoot>
    </DialogBody>
  );
}
