import {
  ACCIDENT_TRAITS,
  accidentCollection,
  causeOf,
  type Accident,
  type AccidentKind,
  type Language,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { nightZoneOf } from '../../core/documents/night-zone.ts';
import { momentIn, wordsIn } from './notice-words.ts';
import type { NoticeWords, ToldWhat } from './text/notice-text.ts';

/** What a notice is about, as it stands now. */
export type Standing = { readonly room: ReadDocument; readonly accident: Accident };
export type Alarm = { readonly roomId: string; readonly accidentId: string };

export async function readStanding(
  store: DocumentStore,
  { roomId, accidentId }: Alarm,
): Promise<Standing | null> {
  const [room, found] = await store.read([
    `room/${roomId}`,
    `room/${roomId}/accident/${accidentId}`,
  ]);
  if (room === null || room === undefined || found === null || found === undefined || found.bare)
    return null;
  return { room, accident: accidentCollection.schema.parse(found.data) };
}

/**
 * Null once somebody goes or it is over: nobody need be told any more. What was forgotten waits
 * until somebody is there.
 */
export async function stillWaiting(
  store: DocumentStore,
  alarm: Alarm,
  what: ToldWhat,
): Promise<Standing | null> {
  const standing = await readStanding(store, alarm);
  return standing?.accident.state === (what === 'forgotten' ? 'acknowledged' : 'raised')
    ? standing
    : null;
}

type Written = {
  readonly title: string;
  readonly body: string;
  /** When it began, where the room is. */
  readonly at: string;
  readonly link: string | null;
};

export async function writtenOf(
  { store, publicOrigin }: { readonly store: DocumentStore; readonly publicOrigin: string | null },
  {
    room,
    accident,
    what,
    language,
  }: Standing & { readonly what: ToldWhat; readonly language: Language | null },
): Promise<Written> {
  const words = wordsIn(language);
  const domainId = room.data['domainId'];
  const { timeZone } = await nightZoneOf(store, typeof domainId === 'string' ? domainId : '');
  return {
    title: words.title(nameOf(room), accident.kind),
    body: bodyOf(words, what, accident),
    at: momentIn(language, timeZone, accident.raisedAt),
    link: publicOrigin === null ? null : `${publicOrigin}${pathOf(room.id)}`,
  };
}

/** What a notification says: its occasion, and whether the cause still holds. */
export function bodyOf(words: NoticeWords, what: ToldWhat, accident: Accident): string {
  const cause = causeOf(accident);
  if (what === 'tested' || cause === null) return words.body[what];
  if (cause === 'over' && accident.state === 'raised') return words.overUnseen;
  // The first notification says that it has begun; that it goes on would say nothing more.
  return what === 'raised' ? words.body[what] : `${words.cause[cause]}${words.body[what]}`;
}

/** What replaces it without a sound. */
export function standingWords(words: NoticeWords, accident: Accident): string {
  const cause = causeOf(accident);
  if (accident.state === 'raised') return words.overUnseen;
  return cause === null ? words.going : `${words.cause[cause]}${words.going}`;
}

export const nameOf = ({ data }: ReadDocument): string =>
  typeof data['name'] === 'string' ? data['name'] : '';
export const pathOf = (roomId: string): string => `/room/${encodeURIComponent(roomId)}/accident`;

/**
 * The same as the page's own notice of it has, so that one takes the other's place (web,
 * shared/alarm-sound/alarm.ts).
 */
export const tagOf = (
  roomId: string,
  accidentId: string,
  { kind, raisedAt }: { readonly kind: AccidentKind; readonly raisedAt: Date },
): string =>
  `${roomId}/${ACCIDENT_TRAITS[kind].source === 'button' ? `call/${raisedAt.getTime()}` : accidentId}`;
