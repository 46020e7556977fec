import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { usePushApi } from '../../shared/notifications/api.ts';
import { createBrowserNotices } from '../../shared/notifications/browser-notices.ts';
import { BrowserNoticesContext } from '../../shared/notifications/browser-notices-context.tsx';
import { useGoingOn } from '../../shared/notifications/use-going-on.ts';
import { noticePermission } from './use-alarm-notices.ts';

/** Provides the state of push notifications, which show alarms while no page is open. */
export function BrowserNoticesProvider({ children }: { readonly children: ReactNode }) {
  const api = usePushApi();
  const [notices] = useState(() =>
    createBrowserNotices({
      api,
      worker: async () => navigator.serviceWorker?.getRegistration('/'),
      permission: {
        current: noticePermission,
        ask: async () =>
          typeof Notification === 'undefined' ? 'denied' : Notification.requestPermission(),
      },
    }),
  );
  useOpenedNotices();
  useGoingOn(notices);
  return <BrowserNoticesContext value={notices}>{children}</BrowserNoticesContext>;
}

/** Opens the target of a pressed notification in the open page. */
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

/** The path in a message of our worker; null for other messages and foreign addresses. */
function openedPath(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || Reflect.get(data, 'kind') !== 'open')
    return null;
  const path: unknown = Reflect.get(data, 'path');
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null;
}
