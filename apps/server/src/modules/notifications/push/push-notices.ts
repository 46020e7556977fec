import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Message } from '../notice-orders.ts';
import {
  formatBody,
  getRoomName,
  getAlarmPath,
  stillWaiting,
  getNotificationTag,
} from '../notice-standing.ts';
import { getTexts } from '../notice-words.ts';
import type { ProviderAnswer } from '../provider-call.ts';
import type { PushBrowserStore } from './push-browser-store.ts';
import type { PushClosing } from './push-closing.ts';
import type { PushShownStore } from './push-shown-store.ts';
import type { PushChannel } from './push-channel.ts';

export const PUSH_JOB = 'noticePush';

type PushNoticeOptions = {
  readonly store: DocumentStore;
  readonly push: PushChannel | null;
  readonly browsers: PushBrowserStore;
  readonly shown: PushShownStore;
  readonly closing: PushClosing;
};

export async function sendPush(
  { store, push, browsers, shown, closing }: PushNoticeOptions,
  { to, person: { userId }, room, accident, ...notice }: Message,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const browser = await browsers.find(to);
  // Another member may use it by now, who may not see this room.
  if (push === null || browser === null || browser.userId !== userId) return 'gone';
  const alarm = `${notice.roomId}/${notice.accidentId}`;
  if (notice.what !== 'tested') await shown.put(alarm, { browserId: to, userId });
  const words = getTexts(notice.language);
  const answer = await push.send(
    browser,
    {
      title: words.title(getRoomName(room), accident.kind),
      body: formatBody(words, notice.what, accident),
      tag: getNotificationTag(room.id, notice.accidentId, accident),
      path: getAlarmPath(room.id),
      at: accident.raisedAt.getTime(),
    },
    signal,
  );
  if (answer === 'gone') await browsers.forget(to);
  // A carer may have responded during delivery, and the replacement may have arrived first.
  if (answer === 'taken' && (await stillWaiting(store, notice, notice.what)) === null)
    await closing.close({ ...notice, at: `${notice.at}/late` });
  return answer;
}
