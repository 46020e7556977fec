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
};

const MOST_MEMBERS = 2_000;

/**
 * Whom a notice goes to: those of the group who see the room today. Without groups: everybody who may go there, for a notice that reaches
 * nobody because nobody has set anything up is worse than one too many.
 */
export async function peopleToTell(parts: NoticePeopleParts, { room, place, userIds }: Asked): Promise<readonly NoticePerson[]> {
  const asked = userIds ?? await membersAbove(parts.store, place.domainId);
  const people = await Promise.all(asked.map(async (userId): Promise<NoticePerson | null> => {
    const chose = await choicesOf(parts.store, userId);
    if (chose === null) return null;
    const actor = await parts.actorOf(userId);
    if (actor === null || !isVisible(room, roomsVisibleTo(actor)) || (userIds === null && !mayHandleAccident(actor, place))) return null;
    const contact = await parts.contactOf(userId);
    return contact === null ? null : { ...contact, userId, chose };
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
