import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../dialogs/dialogs-context.tsx';

/**
 * Asks before unsaved changes are left: our own question when another page opens, the browser's when the tab is
 * closed or loaded anew. `isDirty` is asked at that moment: `useLeaveWarning(form.isDirty)`.
 */
export function useLeaveWarning(isDirty: () => boolean): void {
  const { t } = useTranslation('form');
  const dialogs = useDialogs();
  useBlocker({
    enableBeforeUnload: isDirty,
    async shouldBlockFn({ current, next }) {
      // Another filter or selection of the same page loses nothing.
      if (!isDirty() || current.pathname === next.pathname) return false;
      return !(await dialogs.confirm({ title: t('leaveTitle'), message: t('leaveMessage'), ok: t('leave'), cancel: t('stay'), kind: 'danger' }));
    },
  });
}
