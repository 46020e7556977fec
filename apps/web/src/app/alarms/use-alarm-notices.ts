import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alarm } from '../../ui/alarms/alarm.ts';
import { useAlarmWords } from './use-alarm-words.ts';

/**
 * Notices of the system for whoever looks at another window meanwhile, one an alarm, taken away when somebody goes. They name
 * the room and never the person.
 */
export function useAlarmNotices(waiting: readonly Alarm[]): void {
  const { t } = useTranslation('alarms');
  const words = useAlarmWords();
  const shown = useRef(new Map<string, Notification>());
  const told = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ids = new Set(waiting.map(({ id }) => id));
    for (const [id, notice] of shown.current) {
      if (ids.has(id)) continue;
      notice.close();
      shown.current.delete(id);
    }
    const isAway = document.visibilityState === 'hidden' || !document.hasFocus();
    if (isAway && noticePermission() === 'granted') {
      for (const alarm of waiting)
        if (!told.current.has(alarm.id))
          show(alarm, t('notice', { room: alarm.roomName, reason: words(alarm) }), shown.current);
    }
    // What was on the screen when it came has been seen there.
    told.current = ids;
  }, [waiting, t, words]);
  useEffect(() => {
    const open = shown.current;
    return () => {
      for (const notice of open.values()) notice.close();
      open.clear();
    };
  }, []);
}

/** What the reader has said of notices; `denied` where the browser has none. */
export const noticePermission = (): NotificationPermission =>
  typeof Notification === 'undefined' ? 'denied' : Notification.permission;

function show({ id }: Alarm, title: string, shown: Map<string, Notification>): void {
  try {
    const notice = new Notification(title, { tag: id, requireInteraction: true });
    notice.addEventListener('click', () => {
      globalThis.focus();
      notice.close();
    });
    shown.set(id, notice);
  } catch {
    // Some browsers of phones let only a service worker show notices: there the sound and the banner stay.
  }
}
