import {
  domainCollection,
  isVisible,
  MAXIMUM_LIST_VALUES,
  mayHandleAccident,
  NOTIFY_CHOICES,
  roomsVisibleTo,
  staffCollection,
  type Actor,
  type CallPlace,
  type Language,
  type NotifyChoice,
  type Query,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { listAll } from '../../core/documents/list-all.ts';

/** How somebody is reached outside of our pages. */
export type Contact = {
  readonly language: Language | null;
  /** Only one that they proved. */
  readonly email: string | null;
  /** What LINE calls them, where they linked it. */
  readonly lineUserId: string | null;
};

export type NoticePerson = Contact & {
  readonly userId: string;
  readonly name: string;
  readonly chose: (choice: NotifyChoice) => boolean;
};

export type NoticePeopleParts = {
  readonly store: DocumentStore;
  /**
   * As the rules see them today; without those who are suspended or gone. Of all of them at once:
   * alarms have few connections.
   */
  readonly actorsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Actor>>;
  readonly contactsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Contact>>;
};

type Asked = {
  readonly room: ReadDocument;
  readonly place: CallPlace;
  /** Those of the group; null where the organisation has made no groups. */
  readonly userIds: readonly string[] | null;
  /** It concerns those named and nobody else. */
  readonly isTheirs: boolean;
};

/**
 * Whom a notice goes to: those of the group who see the room today. Without groups, and where
 * nobody of the group may go there any more or ever could: everybody who may, for a notice that
 * reaches nobody because of how things were set up is worse than one too many.
 */
export async function peopleToTell(
  parts: NoticePeopleParts,
  asked: Asked,
): Promise<readonly NoticePerson[]> {
  const told =
    asked.userIds === null
      ? []
      : await visibleTo(parts, asked, await membersOf(parts.store, asked.userIds));
  if (asked.isTheirs || told.some(({ mayGo }) => mayGo)) return told;
  const known = new Set(told.map(({ userId }) => userId));
  const others = (await membersAbove(parts.store, asked.place.domainId)).filter(
    ({ id }) => !known.has(id),
  );
  return [...told, ...(await visibleTo(parts, asked, others)).filter(({ mayGo }) => mayGo)];
}

/** Somebody as they are now; null for who is suspended or gone since, or sees the room no more. */
export const personToTell = async (
  parts: NoticePeopleParts,
  asked: Pick<Asked, 'room' | 'place'>,
  userId: string,
): Promise<NoticePerson | null> =>
  (await visibleTo(parts, asked, await membersOf(parts.store, [userId])))[0] ?? null;

type SeeingPerson = NoticePerson & { readonly mayGo: boolean };

async function visibleTo(
  parts: NoticePeopleParts,
  { room, place }: Pick<Asked, 'room' | 'place'>,
  members: readonly ReadDocument[],
): Promise<readonly SeeingPerson[]> {
  if (members.length === 0) return [];
  const actors = await parts.actorsOf(members.map(({ id }) => id));
  const seeing = members.filter(({ id }) => {
    const actor = actors.get(id);
    return actor !== undefined && isVisible(room, roomsVisibleTo(actor));
  });
  const contacts =
    seeing.length === 0
      ? new Map<string, Contact>()
      : await parts.contactsOf(seeing.map(({ id }) => id));
  return seeing.flatMap(({ id, data }): SeeingPerson[] => {
    const [actor, contact] = [actors.get(id), contacts.get(id)];
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

/** Those of them who are members. */
async function membersOf(
  store: DocumentStore,
  userIds: readonly string[],
): Promise<readonly ReadDocument[]> {
  return userIds.length === 0
    ? []
    : (await store.read(userIds.map((userId) => `staff/${userId}`))).filter(
        (member) => member !== null,
      );
}

/** Members of an organisation and of those above it who are active, in one look. */
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
    : inParts([domainId, ...above], MAXIMUM_LIST_VALUES)) {
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

const inParts = (ids: readonly string[], atOnce: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
    ids.slice(part * atOnce, (part + 1) * atOnce),
  );

/** @param notify as it is kept with a member */
export function choicesIn(notify: unknown): NoticePerson['chose'] {
  const chosen = staffCollection.schema.shape.notify.catch({}).parse(notify ?? {});
  return (choice) => chosen[choice] ?? NOTIFY_CHOICES[choice];
}
