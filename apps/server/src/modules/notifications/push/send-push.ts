import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Message } from '../notification-jobs.ts';
import {
  formatBody,
  getRoomName,
  getAlarmPath,
  readWaitingAlarm,
  getNotificationTag,
} from '../current-alarm.ts';
import { getTexts } from '../notification-texts.ts';
import type { ProviderAnswer } from '../provider-call.ts';
import type { PushSubscriptionStore } from './push-subscription-store.ts';
import type { PushDismissal } from './dismiss-push.ts';
import type { DisplayedNotificationStore } from './displayed-notification-store.ts';
import type { PushChannel } from './push-channel.ts';

type PushSendOptions = {
  readonly store: DocumentStore;
  readonly push: PushChannel | null;
  readonly browsers: PushSubscriptionStore;
  readonly shown: DisplayedNotificationStore;
  readonly closing: PushDismissal;
};

export async function sendPush(
  { store, push, browsers, shown, closing }: PushSendOptions,
  { to, person: { userId }, room, accident, ...notification }: Message,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const browser = await browsers.find(to);
  // Another member may use it by now, who may not see this room.
  if (push === null || browser === null || browser.userId !== userId) return 'gone';
  const alarm = `${notification.roomId}/${notification.accidentId}`;
  if (notification.what !== 'tested') await shown.put(alarm, { browserId: to, userId });
  const words = getTexts(notification.language);
  const answer = await push.send(
    browser,
    {
      title: words.title(getRoomName(room), accident.kind),
      body: formatBody(words, notification.what, accident),
      tag: getNotificationTag(room.id, notification.accidentId, accident),
      path: getAlarmPath(room.id),
      at: accident.raisedAt.getTime(),
    },
    signal,
  );
  if (answer === 'gone') await browsers.forget(to);
  // A carer may have responded during delivery, and the replacement may have arrived first.
  if (
    answer === 'taken' &&
    (await readWaitingAlarm(store, notification, notification.what)) === null
  )
    await closing.close({ ...notification, at: `${notification.at}/late` });
  return answer;
}
