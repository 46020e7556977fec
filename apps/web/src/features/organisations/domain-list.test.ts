import type { DomainRow } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { parseListState } from '../../kit/list/list-url-state.ts';
import {
  toDomainsQuery,
  DOMAIN_LIST,
  parseOpenIds,
  formatOpenIds,
  listTreeRows,
  type Branch,
} from './domain-list.ts';

const row = (domainId: string, parts = 0): DomainRow => ({
  domainId,
  code: domainId,
  name: domainId,
  nameKana: '',
  kind: 'facility',
  parentDomainId: null,
  path: [],
  parts,
  rooms: 0,
  devices: 0,
  offline: 0,
  members: 0,
  contractTo: null,
});
const BRANCHES: Readonly<Record<string, Branch>> = {
  top: { domains: [row('a', 2), row('b')], total: 3 },
  a: { domains: [row('c', 1), row('d')], total: 2 },
  c: 'loading',
};
const formatTree = (...open: string[]): string =>
  listTreeRows('top', (parent) => BRANCHES[parent] ?? 'failed', new Set(open))
    .map(
      (row) =>
        `${'>'.repeat(row.depth)}${row.kind === 'domain' ? row.domain.domainId : row.kind === 'more' ? `+${row.count}` : row.kind}`,
    )
    .join(' ');

describe('the tree of organisations', () => {
  it('the tree shows the children of open rows, and those still loading', () => {
    expect([
      formatTree(),
      formatTree('a'),
      formatTree('a', 'c'),
      formatTree('c'),
      formatTree('b'),
    ]).toEqual(['a b +1', 'a >c >d b +1', 'a >c >>loading >d b +1', 'a b +1', 'a b +1']);
  });

  it('the address holds the open rows', () => {
    expect([
      formatOpenIds(parseOpenIds('a.c')),
      formatOpenIds(parseOpenIds(undefined)),
      [...parseOpenIds('a..')],
    ]).toEqual(['a.c', undefined, ['a']]);
  });
});

it('the server gets the query of the address', () => {
  expect(
    toDomainsQuery(
      parseListState({ q: ' さくら ', kind: 'agency', sort: '-rooms' }, DOMAIN_LIST),
      50,
    ),
  ).toEqual({
    text: 'さくら',
    kind: 'agency',
    sort: 'rooms',
    descending: true,
    offset: 50,
    limit: 50,
  });
  expect(toDomainsQuery(parseListState({ kind: 'company' }, DOMAIN_LIST), 0)).not.toHaveProperty(
    'kind',
  );
});
