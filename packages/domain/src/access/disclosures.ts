import { ACCESS_LEVELS } from './access-level.ts';
import type { Actor } from './actor.ts';
import type { Query } from '../contract/document-messages.ts';
import { parseDocumentPath } from '../documents/path.ts';

/**
 * What was shown to somebody of those who live in rooms; each is an action of the update history.
 */
export const DISCLOSURES = [
  'nightsRead',
  'recordingsRead',
  'accidentsRead',
  'notesRead',
  'reportRead',
  'nightsKept',
] as const;
export type DisclosureAction = (typeof DISCLOSURES)[number];

/** `path`: the room that it was of, or the organisation where it was of many. */
export type Disclosure = { readonly action: DisclosureAction; readonly path: string };

/** Collections below a room that tell of whoever lies in it. */
const ACTION_OF: Readonly<Record<string, DisclosureAction>> = {
  sleep: 'nightsRead',
  accident: 'accidentsRead',
  note: 'notesRead',
};

/**
 * Whether documents of a collection tell of a resident. @param name of the collection, without its
 * parents
 */
export const tellsOfResidents = (name: string): boolean => Object.hasOwn(ACTION_OF, name);

/**
 * What a document discloses when it is shown; null: nothing of a resident. @param path
 * `room/201/sleep/2026-01-01`
 */
export function disclosureOfDocument(path: string): Disclosure | null {
  const { collection } = parseDocumentPath(path);
  const action = ACTION_OF[collection.name];
  const room = roomOf(path);
  return action === undefined || !room.startsWith('room/') ? null : { action, path: room };
}

/**
 * What the answer to a question discloses: of its room, or of the organisation that it is asked of
 * or asked from. Whoever looks across organisations, a reseller or the maker, asks from none of
 * them: each room says it, so that each organisation finds it.
 * @param shown paths of what the answer holds, as `room/201/note/n`
 * @param ahead nights that a browser fetches by itself, for a time without a network: always of
 * each room, as it is the browser that says so
 */
export function disclosuresOfQuery(
  actor: Pick<Actor, 'accessLevel' | 'domainId'>,
  { collection, filters }: Pick<Query, 'collection' | 'filters'>,
  shown: readonly string[],
  ahead = false,
): readonly Disclosure[] {
  const looked = ACTION_OF[collection.split('/').at(-1) ?? ''];
  if (looked === undefined || shown.length === 0) return [];
  const isKept = ahead && looked === 'nightsRead';
  const own = actor.accessLevel < ACCESS_LEVELS.agency ? actor.domainId : null;
  const named = filters.find(
    ({ field, op }) => field.length === 1 && field[0] === 'domainId' && op === '==',
  )?.value;
  const domainId = typeof named === 'string' ? named : own;
  const ofMany = collection.includes('/') || isKept ? null : domainId;
  const paths = ofMany === null ? [...new Set(shown.map(roomOf))] : [`domain/${ofMany}`];
  return paths.map((path) => ({ action: isKept ? 'nightsKept' : looked, path }));
}

/**
 * What a count discloses: of which nights or alarms something is true can be asked one question
 * after the other. None where only the organisation is named, as for "so many nights".
 */
export function disclosureOfCount(
  actor: Pick<Actor, 'domainId'>,
  { collection, filters }: Pick<Query, 'collection' | 'filters'>,
): Disclosure | null {
  const action = ACTION_OF[collection.split('/').at(-1) ?? ''];
  if (action === undefined || filters.every(({ field }) => field.join('.') === 'domainId'))
    return null;
  if (collection.includes('/')) return { action, path: roomOf(collection) };
  const named = filters.find(
    ({ field, op }) => field.join('.') === 'domainId' && op === '==',
  )?.value;
  const domainId = typeof named === 'string' ? named : actor.domainId;
  return domainId === null ? null : { action, path: `domain/${domainId}` };
}

/**
 * What is reckoned of the alarms of rooms discloses: of the one room, or of each organisation whose
 * rooms it was reckoned of.
 * @param rooms whose alarms were read; one without an organisation is told by itself
 */
export function disclosuresOfAlarms(
  rooms: readonly { readonly path: string; readonly data: Readonly<Record<string, unknown>> }[],
): readonly Disclosure[] {
  const paths = rooms.map(({ path, data: { domainId } }) =>
    rooms.length === 1 || typeof domainId !== 'string' ? path : `domain/${domainId}`,
  );
  return [...new Set(paths)].map((path) => ({ action: 'accidentsRead', path }));
}

const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');
