import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCauseLabel } from '../../shared/alarm-actions/cause-label.tsx';
import type { Alarm } from '../../shared/alarm-sound/alarm.ts';
import { useAlarmLabel } from '../../shared/alarm-sound/use-alarm-label.ts';

/**
 * System notifications for users who look at another window: one for each alarm, removed when there
 * is a responder. They name the room and never the person.
 */
export function useAlarmNotices(waiting: readonly Alarm[]): void {
  const { t } = useTranslation('alarms');
  const words = useAlarmLabel();
  const causes = useCauseLabel();
  const shown = useRef(new Map<string, Shown>());
  const told = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ids = new Set(waiting.map(({ id }) => id));
    for (const [id, { notice }] of shown.current) {
      if (ids.has(id)) continue;
      notice.close();
      shown.current.delete(id);
    }
    const toNoticeText = (alarm: Alarm): NoticeText => ({
      title: t('notice', { room: alarm.roomName, reason: words(alarm) }),
      body: causes(alarm.accident) ?? '',
    });
    // A visible notification is updated when its alarm changes; replacing it makes no sound.
    for (const alarm of waiting) {
      const before = shown.current.get(alarm.id);
      const text = toNoticeText(alarm);
      if (before !== undefined && before.body !== text.body)
        show(alarm, text, shown.current, { silent: true });
    }
    const isAway = document.visibilityState === 'hidden' || !document.hasFocus();
    if (isAway && noticePermission() === 'granted') {
      for (const alarm of waiting)
        if (!told.current.has(alarm.id))
          show(alarm, toNoticeText(alarm), shown.current, { silent: false });
    }
    // Alarms that were visible on the screen when they arrived need no notification.
    told.current = ids;
  }, [waiting, t, words, causes]);
  useEffect(() => {
    const open = shown.current;
    return () => {
      for (const { notice } of open.values()) notice.close();
      open.clear();
    };
  }, []);
}

/** The user's permission for notifications; `denied` if the browser has none. */
export const noticePermission = (): NotificationPermission =>
  typeof Notification === 'undefined' ? 'denied' : Notification.permission;

type NoticeText = { readonly title: string; readonly body: string };
type Shown = { readonly notice: Notification; readonly body: string };

function show(
  { id }: Alarm,
  { title, body }: NoticeText,
  shown: Map<string, Shown>,
  { silent }: { readonly silent: boolean },
): void {
  try {
    const notice = new Notification(title, { body, tag: id, requireInteraction: true, silent });
    notice.addEventListener('click', () => {
      globalThis.focus();
      notice.close();
    });
    shown.set(id, { notice, body });
  } catch {
    // Some browsers of phones let only a service worker show notices: there the sound and the
    // banner stay.
  }
}
