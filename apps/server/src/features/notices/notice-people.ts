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

export type NoticePerson = Contact & { readonly userId: string; readonly chose: (choice: NotifyChoice) => boolean };

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
  const others = (await membersAbove(parts.store, asked.place.domainId)).filter((userId) => !known.has(userId));
  return [...told, ...(await visibleTo(parts, asked, others)).filter(({ mayGo }) => mayGo)];
}

type SeeingPerson = NoticePerson & { readonly mayGo: boolean };

async function visibleTo(parts: NoticePeopleParts, { room, place }: Asked, userIds: readonly string[]): Promise<readonly SeeingPerson[]> {
  const people = await Promise.all(userIds.map(async (userId): Promise<SeeingPerson | null> => {
    const chose = await choicesOf(parts.store, userId);
    if (chose === null) return null;
    const actor = await parts.actorOf(userId);
    if (actor === null || !isVisible(room, roomsVisibleTo(actor))) return null;
    const contact = await parts.contactOf(userId);
    return contact === null ? null : { ...contact, userId, chose, mayGo: mayHandleAccident(actor, place) };
  }));
  return people.filter((person) => person !== null);
}

/** Members of the room's organisation and of those above it. */
async function membersAbove(store: DocumentStore, domainId: string | null): Promise<readonly string[]> {
  const [domain] = domainId === null ? [] : await store.read([`domain/${domainId}`]);
  const above = Array.isArray(domain?.data['ancestorIds']) ? domain.data['ancestorIds'] : [];
  const members = await Promise.all([domainId, ...above].map((id) => store.list({
    collection: 'staff', group: false, filters: [{ field: ['domainId'], op: '==', value: id }, { field: ['state'], op: '==', value: 'active' }], orderBy: [], offset: 0, limit: MOST_MEMBERS,
  })));
  return members.flat().map(({ id }) => id);
}

/** What a member chose; null for who is no member. */
async function choicesOf(store: DocumentStore, userId: string): Promise<NoticePerson['chose'] | null> {
  const [member] = await store.read([`staff/${userId}`]);
  if (member === null || member === undefined) return null;
  const notify = staffCollection.schema.shape.notify.catch({}).parse(member.data['notify'] ?? {});
  return (choice) => notify[choice] ?? NOTIFY_CHOICES[choice];
}
