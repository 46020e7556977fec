import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../dialog/dialogs-context.tsx';

/**
 * Asks before unsaved changes are left: our own question when another page opens, the browser's
 * when the tab is closed or reloaded. Calls `isDirty` at that time:
 * `useLeaveWarning(form.isDirty)`.
 */
export function useLeaveWarning(isDirty: () => boolean): void {
  const mayLeave = useLeaveQuestion();
  useBlocker({
    enableBeforeUnload: isDirty,
    async shouldBlockFn({ current, next }) {
      // Another filter or selection of the same page loses nothing.
      if (!isDirty() || current.pathname === next.pathname) return false;
      return !(await mayLeave());
    },
  });
}

/** The question itself, for a dialog with input that is about to close. True: it may close. */
export function useLeaveQuestion(): () => Promise<boolean> {
  const { t } = useTranslation('form');
  const dialogs = useDialogs();
  return () =>
    dialogs.confirm({
      title: t('leaveTitle'),
      message: t('leaveMessage'),
      ok: t('leave'),
      cancel: t('stay'),
      kind: 'danger',
    });
}

/** Tells what holds a form how to ask for unsaved changes, as long as the form is there. */
export function useReportedDirt(
  isDirty: () => boolean,
  onDirty: (isDirty: () => boolean) => void,
): void {
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(() => false);
  });
}
