import { ACCESS_LEVELS } from './access-level.ts';
import type { Actor } from './actor.ts';
import type { Query } from '../contract/document-messages.ts';
import { parseDocumentPath } from '../documents/path.ts';

/** Kinds of resident data shown to a user; each is an action of the update history. */
export const DISCLOSURES = [
  'nightsRead',
  'recordingsRead',
  'accidentsRead',
  'notesRead',
  'reportRead',
  'nightsKept',
] as const;
type DisclosureAction = (typeof DISCLOSURES)[number];

/** `path`: the room, or the organisation for data of many rooms. */
export type Disclosure = { readonly action: DisclosureAction; readonly path: string };

/** Collections of a room with data about its resident. */
const ACTIONS: Readonly<Record<string, DisclosureAction>> = {
  sleep: 'nightsRead',
  accident: 'accidentsRead',
  note: 'notesRead',
};

/**
 * Whether documents of a collection contain resident data.
 * @param name of the collection, without its parents
 */
export const concernsResidents = (name: string): boolean => Object.hasOwn(ACTIONS, name);

/**
 * The disclosure when a document is shown; null if it has no resident data.
 * @param path `room/201/sleep/2026-01-01`
 */
export function getDocumentDisclosure(path: string): Disclosure | null {
  const { collection } = parseDocumentPath(path);
  const action = ACTIONS[collection.name];
  const room = toRoomPath(path);
  return action === undefined || !room.startsWith('room/') ? null : { action, path: room };
}

/**
 * The disclosures of a query's result: its room, the organisation in its filter, or the actor's
 * own. For actors of several organisations, a reseller or the maker, each room is disclosed, so
 * that each organisation can find it.
 * @param shown paths of the result, such as `room/201/note/n`
 * @param ahead a browser prefetches nights for use without a network. They are disclosed per room,
 *   because only the browser claims that they are not viewed.
 */
export function getQueryDisclosures(
  actor: Pick<Actor, 'accessLevel' | 'domainId'>,
  { collection, filters }: Pick<Query, 'collection' | 'filters'>,
  shown: readonly string[],
  ahead = false,
): readonly Disclosure[] {
  const action = ACTIONS[collection.split('/').at(-1) ?? ''];
  if (action === undefined || shown.length === 0) return [];
  const isPrefetched = ahead && action === 'nightsRead';
  const own = actor.accessLevel < ACCESS_LEVELS.agency ? actor.domainId : null;
  const named = filters.find(
    ({ field, op }) => field.length === 1 && field[0] === 'domainId' && op === '==',
  )?.value;
  const domainId = typeof named === 'string' ? named : own;
  const organisationId = collection.includes('/') || isPrefetched ? null : domainId;
  const paths =
    organisationId === null ? [...new Set(shown.map(toRoomPath))] : [`domain/${organisationId}`];
  return paths.map((path) => ({ action: isPrefetched ? 'nightsKept' : action, path }));
}

/**
 * The disclosure of a count: repeated filtered counts can reveal facts about nights or alarms. Null
 * if the only filter is the organisation, as in "number of nights".
 */
export function getCountDisclosure(
  actor: Pick<Actor, 'domainId'>,
  { collection, filters }: Pick<Query, 'collection' | 'filters'>,
): Disclosure | null {
  const action = ACTIONS[collection.split('/').at(-1) ?? ''];
  if (action === undefined || filters.every(({ field }) => field.join('.') === 'domainId'))
    return null;
  if (collection.includes('/')) return { action, path: toRoomPath(collection) };
  const named = filters.find(
    ({ field, op }) => field.join('.') === 'domainId' && op === '==',
  )?.value;
  const domainId = typeof named === 'string' ? named : actor.domainId;
  return domainId === null ? null : { action, path: `domain/${domainId}` };
}

/**
 * The disclosures of statistics about alarms: the room if there is only one, otherwise each
 * organisation.
 * @param rooms rooms whose alarms were read; one without an organisation is disclosed itself
 */
export function getAlarmDisclosures(
  rooms: readonly { readonly path: string; readonly data: Readonly<Record<string, unknown>> }[],
): readonly Disclosure[] {
  const paths = rooms.map(({ path, data: { domainId } }) =>
    rooms.length === 1 || typeof domainId !== 'string' ? path : `domain/${domainId}`,
  );
  return [...new Set(paths)].map((path) => ({ action: 'accidentsRead', path }));
}

const toRoomPath = (path: string): string => path.split('/').slice(0, 2).join('/');
