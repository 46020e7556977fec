import { isVisible, staffVisibleTo, type Actor, type SavedReportOwner } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/** Looks up the owners of saved reports; members whom the reader cannot see have no name. */
export async function readOwners(
  store: DocumentStore,
  actor: Actor,
  userIds: readonly string[],
): Promise<(userId: string) => SavedReportOwner> {
  const distinctIds = [...new Set(userIds)];
  const found =
    distinctIds.length === 0
      ? []
      : await store.read(distinctIds.map((userId) => `staff/${userId}`));
  const visibility = staffVisibleTo(actor);
  const owners = new Map(
    found.flatMap((member, index): [string, SavedReportOwner][] => {
      if (member === null) return [];
      const name = member.data['name'];
      return [
        [
          distinctIds[index] ?? '',
          isVisible(member, visibility) && typeof name === 'string'
            ? { kind: 'named', name }
            : { kind: 'untold' },
        ],
      ];
    }),
  );
  return (userId) => owners.get(userId) ?? { kind: 'gone' };
}
