import { MAX_ESCALATION_GROUPS, type EscalationGroup } from '@yamori/domain';

/** A candidate for a group, with the fields that the user may see. */
export type EscalationMember = {
  readonly userId: string;
  readonly name: string;
  readonly state: 'invited' | 'active' | 'suspended';
};
type GroupWarning = 'empty' | 'nobodyActive';

export const createGroup = (name: string): EscalationGroup => ({
  name,
  userIds: [],
  afterMinutes: null,
});
export const mayAddGroup = (groups: readonly EscalationGroup[]): boolean =>
  groups.length < MAX_ESCALATION_GROUPS;

export const updateGroup = (
  groups: readonly EscalationGroup[],
  at: number,
  change: Partial<EscalationGroup>,
): readonly EscalationGroup[] =>
  groups.map((group, index) => (index === at ? { ...group, ...change } : group));
export const removeGroup = (
  groups: readonly EscalationGroup[],
  at: number,
): readonly EscalationGroup[] => groups.filter((_group, index) => index !== at);

/** Moves one place up or down; stays at an end. */
export function moveGroup(
  groups: readonly EscalationGroup[],
  at: number,
  by: 1 | -1,
): readonly EscalationGroup[] {
  const [group, to] = [groups[at], at + by];
  return group === undefined || to < 0 || to >= groups.length
    ? groups
    : removeGroup(groups, at).toSpliced(to, 0, group);
}

/**
 * Whether the group notifies anyone. Members that the user may not see are unknown and cause no
 * warning.
 */
export function findWarning(
  { userIds }: EscalationGroup,
  people: ReadonlyMap<string, EscalationMember>,
): GroupWarning | null {
  if (userIds.length === 0) return 'empty';
  return userIds.every((userId) => {
    const person = people.get(userId);
    return person !== undefined && person.state !== 'active';
  })
    ? 'nobodyActive'
    : null;
}
