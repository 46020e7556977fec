import { atLeast, decideAll, oneOf, ROUTES, type Guard, type Visitor } from '@yamori/domain';
import type { words } from '../../text/ja/words.ts';

export type TopicId = keyof (typeof words)['help']['topics'];
type GroupId = keyof (typeof words)['help']['groups'];

/**
 * What the topics of a member speak of; a topic that is not theirs would only be in the way of the
 * one they look for.
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

/** As the server decides at /api/docs: guests and members who owe a second factor may not read. */
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

/**
 * The topics of this visitor in which every word of the search is found; all of theirs without one.
 */
export function topicsFor(
  visitor: Visitor,
  search: string,
  textOf: (id: TopicId) => string,
): readonly TopicGroup[] {
  const wanted = plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return GROUPS.flatMap(({ id, topics }) => {
    const found = topics
      .filter(({ guards }) => decideAll(guards, visitor) === 'allowed')
      .map(({ id: topicId }) => topicId)
      .filter((topicId) => wanted.every((word) => plain(textOf(topicId)).includes(word)));
    return found.length === 0 ? [] : [{ id, topics: found }];
  });
}

/**
 * Wide and narrow letters, katakana and hiragana, capitals and small ones are the same to whoever
 * searches.
 */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
