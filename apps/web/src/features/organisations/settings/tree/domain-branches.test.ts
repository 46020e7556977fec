import { ACCESS_LEVELS, type Actor } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { Organisation } from '../../../../shared/organisations/use-organisations.ts';
import { branchesBelow, moveTargets, type Branch } from './domain-branches.ts';

const at = (id: string, ...ancestorIds: string[]): Organisation => ({
  documentReferenceId: id,
  documentPath: `domain/${id}`,
  code: id,
  name: id,
  kind: 'facility',
  parentDomainId: ancestorIds.at(-1) ?? null,
  rootDomainId: 'top',
  ancestorIds,
  timeZone: 'Asia/Tokyo',
  defaultViewId: null,
  parameterOverrides: {},
  updatedAt: new Date(0),
});
const all = [
  at('top'),
  at('own', 'top'),
  at('east', 'top', 'own'),
  at('ward', 'top', 'own', 'east'),
  at('west', 'top', 'own'),
];
const owner: Actor = {
  userId: 'u',
  accessLevel: ACCESS_LEVELS.ownerAdministrator,
  domainId: 'own',
  rootDomainId: 'top',
  hasOwnHome: false,
  reach: { kind: 'domains', domainIds: new Set(['own', 'east', 'ward', 'west']) },
  singleTimeToken: null,
};
const formatBranches = (branches: readonly Branch[]): string =>
  branches
    .map(
      ({ domain, parts }) =>
        `${domain.documentReferenceId}${parts.length === 0 ? '' : `(${formatBranches(parts)})`}`,
    )
    .join(' ');
const targets = (id: string, actor = owner): string =>
  moveTargets(
    actor,
    all.find(({ documentReferenceId }) => documentReferenceId === id) ?? at(id),
    all,
  )
    .map(({ documentReferenceId }) => documentReferenceId)
    .join(' ');

describe('child organisations', () => {
  it("branches follow the tree, with a hidden parent's children at the top", () => {
    expect(formatBranches(branchesBelow('own', all.slice(2)))).toBe('east(ward) west');
    expect(
      formatBranches(
        branchesBelow('own', [at('ward', 'top', 'own', 'east'), at('west', 'top', 'own')]),
      ),
    ).toBe('ward west');
  });

  it('an organisation can move anywhere except below itself', () => {
    expect([targets('east'), targets('ward'), targets('own'), targets('top')]).toEqual([
      'west',
      'own west',
      '',
      '',
    ]);
    expect(targets('ward', { ...owner, accessLevel: ACCESS_LEVELS.administrator })).toBe('');
  });
});
