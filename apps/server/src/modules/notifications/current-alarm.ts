import {
  ACCIDENT_TRAITS,
  accidentCollection,
  getCause,
  type Accident,
  type AccidentKind,
  type Language,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { readNightZone } from '../../core/documents/room-place.ts';
import { formatTime, getTexts } from './notification-texts.ts';
import type { NotificationTexts, NotifiedEvent } from './locales/notification-text.ts';

/** Current state of the room and alarm of a notification. */
export type CurrentAlarm = { readonly room: ReadDocument; readonly accident: Accident };
export type Alarm = { readonly roomId: string; readonly accidentId: string };

export async function readCurrentAlarm(
  store: DocumentStore,
  { roomId, accidentId }: Alarm,
): Promise<CurrentAlarm | null> {
  const [room, found] = await store.read([
    `room/${roomId}`,
    `room/${roomId}/accident/${accidentId}`,
  ]);
  if (room === null || room === undefined || found === null || found === undefined || found.bare)
    return null;
  return { room, accident: accidentCollection.schema.parse(found.data) };
}

/**
 * The current state; null once the alarm needs no notification, because a carer responds or it is
 * over. An overdue alarm (`forgotten`) waits for the responder’s arrival.
 */
export async function readWaitingAlarm(
  store: DocumentStore,
  alarm: Alarm,
  what: NotifiedEvent,
): Promise<CurrentAlarm | null> {
  const current = await readCurrentAlarm(store, alarm);
  return current?.accident.state === (what === 'forgotten' ? 'acknowledged' : 'raised')
    ? current
    : null;
}

type Written = {
  readonly title: string;
  readonly body: string;
  /** When it began, in the room’s time zone. */
  readonly at: string;
  readonly link: string | null;
};

export async function formatNotification(
  { store, publicOrigin }: { readonly store: DocumentStore; readonly publicOrigin: string | null },
  {
    room,
    accident,
    what,
    language,
  }: CurrentAlarm & { readonly what: NotifiedEvent; readonly language: Language | null },
): Promise<Written> {
  const words = getTexts(language);
  const domainId = room.data['domainId'];
  const { timeZone } = await readNightZone(store, typeof domainId === 'string' ? domainId : '');
  return {
    title: words.title(getRoomName(room), accident.kind),
    body: formatBody(words, what, accident),
    at: formatTime(language, timeZone, accident.raisedAt),
    link: publicOrigin === null ? null : `${publicOrigin}${getAlarmPath(room.id)}`,
  };
}

/** The body of a notification: its occasion, and whether the cause still holds. */
export function formatBody(
  words: NotificationTexts,
  what: NotifiedEvent,
  accident: Accident,
): string {
  const cause = getCause(accident);
  if (what === 'tested' || cause === null) return words.body[what];
  if (cause === 'over' && accident.state === 'raised') return words.overUnseen;
  // The first notification already says that the alarm began, so the cause adds nothing.
  return what === 'raised' ? words.body[what] : `${words.cause[cause]}${words.body[what]}`;
}

/** The text of the silent replacement. */
export function formatStatus(words: NotificationTexts, accident: Accident): string {
  const cause = getCause(accident);
  if (accident.state === 'raised')
    return cause === null || cause === 'over'
      ? words.overUnseen
      : `${words.cause[cause]}${words.body.raised}`;
  return cause === null ? words.going : `${words.cause[cause]}${words.going}`;
}

export const getRoomName = ({ data }: ReadDocument): string =>
  typeof data['name'] === 'string' ? data['name'] : '';
export const getAlarmPath = (roomId: string): string =>
  `/room/${encodeURIComponent(roomId)}/accident`;

/**
 * Equals the tag of the page’s own notification, so that one replaces the other (web,
 * shared/alarm-sound/alarm.ts).
 */
export const getNotificationTag = (
  roomId: string,
  accidentId: string,
  { kind, raisedAt }: { readonly kind: AccidentKind; readonly raisedAt: Date },
): string =>
  `${roomId}/${ACCIDENT_TRAITS[kind].source === 'button' ? `call/${raisedAt.getTime()}` : accidentId}`;
