import type { Actor } from './actor.ts';
import type { Query } from '../contract/document-messages.ts';
import { parseDocumentPath } from '../documents/path.ts';

/** What was shown to somebody of those who live in rooms; each is an action of the update history. */
export const DISCLOSURES = ['nightsRead', 'recordingsRead', 'accidentsRead', 'notesRead', 'reportRead', 'nightsKept'] as const;
export type DisclosureAction = (typeof DISCLOSURES)[number];

/** `path`: the room that it was of, or the organisation where it was of many. */
export type Disclosure = { readonly action: DisclosureAction; readonly path: string };

/** Collections below a room that tell of whoever lies in it. */
const ACTION_OF: Readonly<Record<string, DisclosureAction>> = { sleep: 'nightsRead', accident: 'accidentsRead', note: 'notesRead' };

/** What a document discloses when it is shown; null: nothing of a resident. @param path `room/201/sleep/2026-01-01` */
export function disclosureOfDocument(path: string): Disclosure | null {
  const { collection } = parseDocumentPath(path);
  const action = ACTION_OF[collection.name];
  const room = path.split('/').slice(0, 2).join('/');
  return action === undefined || !room.startsWith('room/') ? null : { action, path: room };
}

/**
 * What the answer to a question discloses: of its room, or of the organisation that it is asked of or asked from. `ahead`: nights that a browser fetches by itself,
 * room by room, for a time without a network; one entry says so.
 */
export function disclosureOfQuery(actor: Pick<Actor, 'domainId'>, { collection, filters }: Pick<Query, 'collection' | 'filters'>, ahead = false): Disclosure | null {
  const segments = collection.split('/');
  const action = ACTION_OF[segments.at(-1) ?? ''];
  if (action === undefined) return null;
  if (ahead && actor.domainId !== null) return { action: 'nightsKept', path: `domain/${actor.domainId}` };
  if (segments.length > 1) return { action, path: segments.slice(0, 2).join('/') };
  const named = filters.find(({ field, op }) => field.length === 1 && field[0] === 'domainId' && op === '==')?.value;
  const domainId = typeof named === 'string' ? named : actor.domainId;
  return domainId === null ? null : { action, path: `domain/${domainId}` };
}
