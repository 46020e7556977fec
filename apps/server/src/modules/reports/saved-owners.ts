import { isVisible, staffVisibleTo, type Actor, type SavedReportOwner } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/** Who saved what, as far as the reader may read these members. */
export async function ownersOf(
  store: DocumentStore,
  actor: Actor,
  userIds: readonly string[],
): Promise<(userId: string) => SavedReportOwner> {
  const wanted = [...new Set(userIds)];
  const found =
    wanted.length === 0 ? [] : await store.read(wanted.map((userId) => `staff/${userId}`));
  const visibility = staffVisibleTo(actor);
  const owners = new Map(
    found.flatMap((member, index): [string, SavedReportOwner][] => {
      if (member === null) return [];
      const name = member.data['name'];
      return [
        [
          wanted[index] ?? '',
          isVisible(member, visibility) && typeof name === 'string'
            ? { kind: 'named', name }
            : { kind: 'untold' },
        ],
      ];
    }),
  );
  return (userId) => owners.get(userId) ?? { kind: 'gone' };
}
