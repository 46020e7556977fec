import {
  type DomainsQuery,
  DOMAIN_KINDS,
  DOMAIN_SORTS,
  type DomainRow,
  type DomainSort,
} from '@yamori/domain';
import type { ListConfig, ListState } from '../../kit/list/list-url-state.ts';

const DOMAIN_COLUMNS = [
  'name',
  'code',
  'kind',
  'above',
  'parts',
  'rooms',
  'devices',
  'offline',
  'members',
  'contractTo',
] as const;
export type DomainColumn = (typeof DOMAIN_COLUMNS)[number];
export type DomainListState = ListState<DomainSort, DomainColumn>;
export const DOMAIN_LIST: ListConfig<DomainSort, DomainColumn> = {
  facets: ['kind'],
  sorts: DOMAIN_SORTS,
  columns: DOMAIN_COLUMNS,
  defaultColumns: DOMAIN_COLUMNS,
};

export const PAGE = 50;

/** The query for the server, from the address. */
export function toDomainsQuery(
  { text, facets, sort, descending }: DomainListState,
  offset: number,
): DomainsQuery {
  const kind = DOMAIN_KINDS.find((candidate) => candidate === facets['kind']);
  return {
    text: text.trim(),
    sort,
    descending,
    offset,
    limit: PAGE,
    ...(kind === undefined ? {} : { kind }),
  };
}

/**
 * A row of the tree: an organisation at its depth, or a placeholder for children that are not
 * loaded.
 */
export type TreeRow =
  | {
      readonly kind: 'domain';
      readonly domain: DomainRow;
      readonly depth: number;
      readonly isOpen: boolean;
      readonly place: number;
      readonly of: number;
    }
  | { readonly kind: 'loading'; readonly parent: string; readonly depth: number }
  | { readonly kind: 'failed'; readonly parent: string; readonly depth: number }
  | {
      readonly kind: 'more';
      readonly parent: string;
      readonly depth: number;
      readonly count: number;
    };

/** The known children of one organisation (or `top`). */
export type Branch =
  | { readonly domains: readonly DomainRow[]; readonly total: number }
  | 'loading'
  | 'failed';

/** The visible rows of the tree from top to bottom, with the children of open rows. */
export function listTreeRows(
  parent: string,
  getBranch: (parent: string) => Branch,
  open: ReadonlySet<string>,
  depth = 0,
): readonly TreeRow[] {
  const branch = getBranch(parent);
  if (branch === 'loading' || branch === 'failed') return [{ kind: branch, parent, depth }];
  const rows = branch.domains.flatMap((domain, index): readonly TreeRow[] => {
    const isOpen = open.has(domain.domainId) && domain.parts > 0;
    return [
      { kind: 'domain', domain, depth, isOpen, place: index + 1, of: branch.total },
      ...(isOpen ? listTreeRows(domain.domainId, getBranch, open, depth + 1) : []),
    ];
  });
  return branch.total > branch.domains.length
    ? [...rows, { kind: 'more', parent, depth, count: branch.total - branch.domains.length }]
    : rows;
}

const SEPARATOR = '.';
export const parseOpenIds = (text: string | undefined): ReadonlySet<string> =>
  new Set((text ?? '').split(SEPARATOR).filter((id) => id !== ''));
export const formatOpenIds = (open: ReadonlySet<string>): string | undefined =>
  open.size === 0 ? undefined : [...open].join(SEPARATOR);
