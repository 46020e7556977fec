import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../dialog/dialogs-context.tsx';

/**
 * Asks before unsaved changes are lost: with a dialog when another page opens, with the browser's
 * prompt when the tab is closed or reloaded. Calls `isDirty` at that time:
 * `useLeaveWarning(form.isDirty)`.
 */
export function useLeaveWarning(isDirty: () => boolean): void {
  const mayLeave = useLeaveQuestion();
  useBlocker({
    enableBeforeUnload: isDirty,
    async shouldBlockFn({ current, next }) {
      // A changed filter or selection on the same page loses nothing.
      if (!isDirty() || current.pathname === next.pathname) return false;
      return !(await mayLeave());
    },
  });
}

/** Asks before a dialog with unsaved input closes. True: it may close. */
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

/** Registers `isDirty` with the surrounding dialog or panel while the form is mounted. */
export function useReportedDirt(
  isDirty: () => boolean,
  onDirty: (isDirty: () => boolean) => void,
): void {
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(() => false);
  });
}
