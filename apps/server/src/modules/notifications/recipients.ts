import {
  domainCollection,
  isVisible,
  MAXIMUM_LIST_VALUES,
  mayHandleAccident,
  NOTIFY_CHOICES,
  roomsVisibleTo,
  staffCollection,
  type Actor,
  type AccidentPlace,
  type Language,
  type NotifyChoice,
  type Query,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { listAll } from '../../core/documents/list-all.ts';

/** Contact data of a member for notifications. */
export type Contact = {
  readonly language: Language | null;
  /** Only a verified address. */
  readonly email: string | null;
  /** The LINE user id, if linked. */
  readonly lineUserId: string | null;
};

export type Recipient = Contact & {
  readonly userId: string;
  readonly name: string;
  readonly chose: (choice: NotifyChoice) => boolean;
};

export type RecipientOptions = {
  readonly store: DocumentStore;
  /**
   * Current actors, without suspended or deleted members. One call for all: alarms share few
   * connections.
   */
  readonly readActors: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Actor>>;
  readonly getContacts: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Contact>>;
};

type RecipientQuery = {
  readonly room: ReadDocument;
  readonly place: AccidentPlace;
  /** Members of the group; null if the organisation has no groups. */
  readonly userIds: readonly string[] | null;
  /** Notifies only `userIds`, without a fallback to others. */
  readonly isTheirs: boolean;
};

/**
 * The recipients of a notification: the group members who currently see the room. If there are no
 * groups, or no group member may respond, also everyone who may: too many recipients are better
 * than none.
 */
export async function findRecipients(
  options: RecipientOptions,
  query: RecipientQuery,
): Promise<readonly Recipient[]> {
  const members =
    query.userIds === null
      ? []
      : await visibleTo(options, query, await readMembers(options.store, query.userIds));
  if (query.isTheirs || members.some(({ mayGo }) => mayGo)) return members;
  const known = new Set(members.map(({ userId }) => userId));
  const others = (await membersAbove(options.store, query.place.domainId)).filter(
    ({ id }) => !known.has(id),
  );
  return [...members, ...(await visibleTo(options, query, others)).filter(({ mayGo }) => mayGo)];
}

/** Current data of a member; null if suspended, deleted or without access to the room. */
export const findRecipient = async (
  options: RecipientOptions,
  query: Pick<RecipientQuery, 'room' | 'place'>,
  userId: string,
): Promise<Recipient | null> =>
  (await visibleTo(options, query, await readMembers(options.store, [userId])))[0] ?? null;

type SeeingPerson = Recipient & { readonly mayGo: boolean };

async function visibleTo(
  options: RecipientOptions,
  { room, place }: Pick<RecipientQuery, 'room' | 'place'>,
  members: readonly ReadDocument[],
): Promise<readonly SeeingPerson[]> {
  if (members.length === 0) return [];
  const actors = await options.readActors(members.map(({ id }) => id));
  const seeing = members.filter(({ id }) => {
    const actor = actors.get(id);
    return actor !== undefined && isVisible(room, roomsVisibleTo(actor));
  });
  const contacts =
    seeing.length === 0
      ? new Map<string, Contact>()
      : await options.getContacts(seeing.map(({ id }) => id));
  return seeing.flatMap(({ id, data }): SeeingPerson[] => {
    const actor = actors.get(id);
    const contact = contacts.get(id);
    if (actor === undefined || contact === undefined) return [];
    return [
      {
        ...contact,
        userId: id,
        name: staffCollection.schema.shape.name.catch('').parse(data['name']),
        chose: choicesIn(data['notify']),
        mayGo: mayHandleAccident(actor, place),
      },
    ];
  });
}

/** Reads the users who are members. */
async function readMembers(
  store: DocumentStore,
  userIds: readonly string[],
): Promise<readonly ReadDocument[]> {
  return userIds.length === 0
    ? []
    : (await store.read(userIds.map((userId) => `staff/${userId}`))).filter(
        (member) => member !== null,
      );
}

/** Active members of an organisation and of those above it. */
export async function membersAbove(
  store: DocumentStore,
  domainId: string | null,
): Promise<readonly ReadDocument[]> {
  const [domain] = domainId === null ? [] : await store.read([`domain/${domainId}`]);
  const above = domainCollection.schema.shape.ancestorIds
    .catch([])
    .parse(domain?.data['ancestorIds'] ?? []);
  const found: ReadDocument[] = [];
  for (const ids of domainId === null
    ? [null]
    : splitIntoChunks([domainId, ...above], MAXIMUM_LIST_VALUES)) {
    const filter: Query['filters'][number] =
      ids === null
        ? { field: ['domainId'], op: '==', value: null }
        : { field: ['domainId'], op: 'in', value: ids };
    found.push(
      ...(await listAll(store, {
        collection: 'staff',
        group: false,
        filters: [filter, { field: ['state'], op: '==', value: 'active' }],
      })),
    );
  }
  return found;
}

const splitIntoChunks = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, part) =>
    ids.slice(part * size, (part + 1) * size),
  );

/** Parses the stored choices of a member. */
export function choicesIn(notify: unknown): Recipient['chose'] {
  const chosen = staffCollection.schema.shape.notify.catch({}).parse(notify ?? {});
  return (choice) => chosen[choice] ?? NOTIFY_CHOICES[choice];
}
