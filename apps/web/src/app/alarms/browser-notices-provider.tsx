import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createNoticesClient } from '../../client/notices-client.ts';
import { useEntry } from '../../client/registration/entry-context.tsx';
import { momentWords } from '../../text/moment-words.ts';
import { useClock } from '../../ui/clock/clock-context.tsx';
import { createBrowserNotices, type BrowserNotices } from '../../ui/notices/browser-notices.ts';
import { BrowserNoticesContext } from '../../ui/notices/browser-notices-context.tsx';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { noticePermission } from './use-alarm-notices.ts';

/** Whether this browser tells of alarms while no page is open, for everything under it. */
export function BrowserNoticesProvider({ children }: { readonly children: ReactNode }) {
  const { http } = useEntry();
  const [notices] = useState(() => createBrowserNotices({
    client: createNoticesClient(http),
    worker: async () => navigator.serviceWorker?.getRegistration('/'),
    permission: { current: noticePermission, ask: async () => (typeof Notification === 'undefined' ? 'denied' : Notification.requestPermission()) },
  }));
  useOpenedNotices();
  useGoingOn(notices);
  return <BrowserNoticesContext value={notices}>{children}</BrowserNoticesContext>;
}

const LOOK_EVERY_MS = 3_600_000;
/** So long before it ends the member is told: somebody signs in again within a shift or two. */
const TOLD_BEFORE_MS = 2 * 24 * LOOK_EVERY_MS;

/** What this browser tells of alarms goes on behind the next sign-in, and does not end without a word. */
function useGoingOn(notices: BrowserNotices): void {
  const { t, i18n } = useTranslation('alarms');
  const notifications = useNotifications();
  const clock = useClock();
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (await notices.goOn()) notifications.show({ id: 'push-again', type: 'positive', position: 'top', message: () => t('push.again') });
      const state = notices.current();
      if (state.kind !== 'on' || state.until.getTime() - clock.now() > TOLD_BEFORE_MS) return;
      const at = momentWords(i18n.language, { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' })(state.until);
      notifications.show({ id: 'push-ends', type: 'warning', position: 'top', timeoutMs: 0, message: () => t('push.ends', { at }) });
    };
    // Without an answer it is asked again in an hour, and where somebody opens what it stands in.
    const start = (): void => void look().catch(() => undefined);
    start();
    const timer = setInterval(start, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [notices, notifications, clock, t, i18n]);
}

/** Whoever presses a notice comes to what it tells of, in the page that is open. */
function useOpenedNotices(): void {
  const router = useRouter();
  useEffect(() => {
    const container = navigator.serviceWorker;
    if (container === undefined) return undefined;
    const opened = ({ data }: MessageEvent<unknown>): void => {
      const path = openedPath(data);
      if (path !== null) void router.navigate({ href: path });
    };
    container.addEventListener('message', opened);
    return () => container.removeEventListener('message', opened);
  }, [router]);
}

/** As our worker tells it; addresses of elsewhere are none. */
function openedPath(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || Reflect.get(data, 'kind') !== 'open') return null;
  const path: unknown = Reflect.get(data, 'path');
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null;
}
