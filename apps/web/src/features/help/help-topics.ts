import { atLeast, decideAll, oneOf, ROUTES, type Guard, type Visitor } from '@yamori/domain';
import type { words } from '../../locales/ja/words.ts';

export type TopicId = keyof (typeof words)['help']['topics'];
type GroupId = keyof (typeof words)['help']['groups'];

/**
 * The topics with the access rules of what they describe; other topics would only clutter the page.
 */
type Topic = { readonly id: TopicId; readonly guards: readonly Guard[] };

const everybody: readonly Guard[] = [];
const routeGuards = (id: string): readonly Guard[] =>
  ROUTES.find((route) => route.id === id)?.guards ?? [];
const answersCalls = [
  oneOf(
    'individualUser',
    'generalStaff',
    'administrator',
    'privilegeAdministrator',
    'ownerAdministrator',
    'developer',
    'seniorDeveloper',
  ),
];
const invites = [
  oneOf(
    'administrator',
    'privilegeAdministrator',
    'ownerAdministrator',
    'agencyAdmin',
    'developer',
    'seniorDeveloper',
  ),
];

/**
 * As the server decides at /api/docs: guests and members without a required second factor may not
 * read it.
 */
const readsApi = [atLeast('individualUser')];

const topic = (id: TopicId, guards: readonly Guard[] = everybody): Topic => ({ id, guards });

const GROUPS: readonly { readonly id: GroupId; readonly topics: readonly Topic[] }[] = [
  {
    id: 'watch',
    topics: [
      topic('board'),
      topic('call', answersCalls),
      topic('live', routeGuards('monitoring')),
      topic('sound'),
      topic('install'),
    ],
  },
  { id: 'read', topics: [topic('shapes'), topic('numbers')] },
  { id: 'work', topics: [topic('offline'), topic('update'), topic('trouble')] },
  {
    id: 'account',
    topics: [
      topic('signIn'),
      topic('secondFactor'),
      topic('sessions'),
      topic('invite', invites),
      topic('screens'),
      topic('appearance'),
    ],
  },
  { id: 'keyboard', topics: [topic('keys')] },
  { id: 'about', topics: [topic('privacy'), topic('api', readsApi), topic('version')] },
];

type TopicGroup = { readonly id: GroupId; readonly topics: readonly TopicId[] };

/** This visitor's topics that contain every word of the search; all of them without a search. */
export function topicsFor(
  visitor: Visitor,
  search: string,
  toText: (id: TopicId) => string,
): readonly TopicGroup[] {
  const wanted = plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return GROUPS.flatMap(({ id, topics }) => {
    const found = topics
      .filter(({ guards }) => decideAll(guards, visitor) === 'allowed')
      .map(({ id: topicId }) => topicId)
      .filter((topicId) => wanted.every((word) => plain(toText(topicId)).includes(word)));
    return found.length === 0 ? [] : [{ id, topics: found }];
  });
}

/** Normalises width, kana and case for the search. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
