import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import type { BrowserNotices } from './browser-notices.ts';

const LOOK_EVERY_MS = 3_600_000;
/** How early the member is warned: they sign in again within a shift or two. */
const TOLD_BEFORE_MS = 2 * 24 * LOOK_EVERY_MS;

/** Renews this browser's push subscription after a sign-in, and warns before it ends. */
export function useGoingOn(notices: BrowserNotices): void {
  const { t, i18n } = useTranslation('alarms');
  const toasts = useToasts();
  const clock = useClock();
  useEffect(() => {
    const warned = { untilMs: 0 };
    const look = async (): Promise<void> => {
      if (await notices.goOn())
        toasts.show({
          id: 'push-again',
          type: 'positive',
          position: 'top',
          message: () => t('push.again'),
        });
      const state = notices.current();
      if (
        state.kind !== 'on' ||
        state.until.getTime() - clock.now() > TOLD_BEFORE_MS ||
        warned.untilMs === state.until.getTime()
      )
        return;
      warned.untilMs = state.until.getTime();
      const at = createDateTimeFormatter(i18n.language, {
        month: 'numeric',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      })(state.until);
      toasts.show({
        id: 'push-ends',
        type: 'warning',
        position: 'top',
        timeoutMs: 0,
        message: () => t('push.ends', { at }),
      });
    };
    // Without an answer it retries in an hour, and when the settings open.
    const start = (): void => void look().catch(() => undefined);
    start();
    const timer = setInterval(start, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [notices, toasts, clock, t, i18n]);
}
