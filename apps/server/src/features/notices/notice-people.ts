import { isVisible, mayHandleAccident, NOTIFY_CHOICES, roomsVisibleTo, staffCollection, type Actor, type CallPlace, type Language, type NotifyChoice } from '@yamori/domain';
import type { ReadDocument } from '../../documents/document-presentation.ts';
import type { DocumentStore } from '../../documents/document-store.ts';

/** How somebody is reached outside of our pages. */
export type Contact = {
  readonly language: Language | null;
  /** Only one that they proved. */
  readonly email: string | null;
  /** What LINE calls them, where they linked it. */
  readonly lineUserId: string | null;
};

export type NoticePerson = Contact & { readonly userId: string; readonly name: string; readonly chose: (choice: NotifyChoice) => boolean };

export type NoticePeopleParts = {
  readonly store: DocumentStore;
  /** As the rules see somebody today; null for who is suspended or gone. */
  readonly actorOf: (userId: string) => Promise<Actor | null>;
  readonly contactOf: (userId: string) => Promise<Contact | null>;
};

export type Asked = {
  readonly room: ReadDocument;
  readonly place: CallPlace;
  /** Those of the group; null where the organisation has made no groups. */
  readonly userIds: readonly string[] | null;
  /** It concerns those named and nobody else. */
  readonly isTheirs: boolean;
};

const MOST_MEMBERS = 2_000;

/**
 * Whom a notice goes to: those of the group who see the room today. Without groups, and where nobody of the group may go there any more or
 * ever could: everybody who may, for a notice that reaches nobody because of how things were set up is worse than one too many.
 */
export async function peopleToTell(parts: NoticePeopleParts, asked: Asked): Promise<readonly NoticePerson[]> {
  const told = asked.userIds === null ? [] : await visibleTo(parts, asked, asked.userIds);
  if (asked.isTheirs || told.some(({ mayGo }) => mayGo)) return told;
  const known = new Set(told.map(({ userId }) => userId));
  const others = (await membersAbove(parts.store, asked.place.domainId)).flatMap(({ id }) => (known.has(id) ? [] : [id]));
  return [...told, ...(await visibleTo(parts, asked, others)).filter(({ mayGo }) => mayGo)];
}

/** Somebody as they are now; null for who is suspended or gone since, or sees the room no more. */
export const personToTell = async (parts: NoticePeopleParts, asked: Pick<Asked, 'room' | 'place'>, userId: string): Promise<NoticePerson | null> => (await visibleTo(parts, asked, [userId]))[0] ?? null;

type SeeingPerson = NoticePerson & { readonly mayGo: boolean };

async function visibleTo(parts: NoticePeopleParts, { room, place }: Pick<Asked, 'room' | 'place'>, userIds: readonly string[]): Promise<readonly SeeingPerson[]> {
  const people = await Promise.all(userIds.map(async (userId): Promise<SeeingPerson | null> => {
    const member = await memberOf(parts.store, userId);
    if (member === null) return null;
    const actor = await parts.actorOf(userId);
    if (actor === null || !isVisible(room, roomsVisibleTo(actor))) return null;
    const contact = await parts.contactOf(userId);
    return contact === null ? null : { ...contact, ...member, userId, mayGo: mayHandleAccident(actor, place) };
  }));
  return people.filter((person) => person !== null);
}

/** Members of an organisation and of those above it who are active. */
export async function membersAbove(store: DocumentStore, domainId: string | null): Promise<readonly ReadDocument[]> {
  const [domain] = domainId === null ? [] : await store.read([`domain/${domainId}`]);
  const above = Array.isArray(domain?.data['ancestorIds']) ? domain.data['ancestorIds'] : [];
  const members = await Promise.all([domainId, ...above].map((id) => store.list({
    collection: 'staff', group: false, filters: [{ field: ['domainId'], op: '==', value: id }, { field: ['state'], op: '==', value: 'active' }], orderBy: [], offset: 0, limit: MOST_MEMBERS,
  })));
  return members.flat();
}

/** What a member is called, and chose; null for who is no member. */
async function memberOf(store: DocumentStore, userId: string): Promise<Pick<NoticePerson, 'name' | 'chose'> | null> {
  const [member] = await store.read([`staff/${userId}`]);
  if (member === null || member === undefined) return null;
  return { name: staffCollection.schema.shape.name.catch('').parse(member.data['name']), chose: choicesIn(member.data['notify']) };
}

/** @param notify as it is kept with a member */
export function choicesIn(notify: unknown): NoticePerson['chose'] {
  const chosen = staffCollection.schema.shape.notify.catch({}).parse(notify ?? {});
  return (choice) => chosen[choice] ?? NOTIFY_CHOICES[choice];
}
