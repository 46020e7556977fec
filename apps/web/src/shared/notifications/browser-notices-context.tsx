import { ProblemError } from '@yamori/domain';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import type { BrowserNotices, BrowserNoticeState } from './browser-notices.ts';

export const BrowserNoticesContext = createContext<BrowserNotices | null>(null);

const NONE: BrowserNoticeState = { kind: 'none' };
const nothing = () => () => undefined;

/** The state of this browser's push notifications, and a switch that reports errors. */
export function useBrowserNotices(): {
  readonly state: BrowserNoticeState;
  readonly turn: (on: boolean) => void;
} {
  const notices = useContext(BrowserNoticesContext);
  const { t } = useTranslation('alarms');
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const state = useSyncExternalStore(
    notices?.subscribe ?? nothing,
    () => notices?.current() ?? NONE,
  );
  useEffect(() => {
    // Without an answer nothing is offered; opening the page again retries.
    notices?.look().catch(() => undefined);
  }, [notices]);
  return {
    state,
    turn: (on) =>
      void notices?.turn(on).catch((error: unknown) => {
        toasts.show({
          id: 'browser-notices',
          type: 'negative',
          message:
            error instanceof ProblemError ? formatProblem(error.problem) : t('push.unreached'),
        });
      }),
  };
}
