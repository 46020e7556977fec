import type { DOMAIN_KINDS } from '@yamori/domain';
import { DOMAIN_WORDS } from './locales/ward-words.ts';

/** Ids of the demo organisations, which are also their codes. */
export const DOMAIN_IDS = {
  maker: 'demo-maker',
  agency: 'demo-agency',
  akane: 'demo-akane',
  mizuki: 'demo-mizuki',
  individual: 'demo-individual',
} as const;
export type DomainKey = keyof typeof DOMAIN_IDS;

type Place = {
  readonly key: DomainKey;
  readonly kind: (typeof DOMAIN_KINDS)[number];
  readonly parent: DomainKey | null;
};

// Parents precede their children, because they are written in this order.
const PLACES: readonly Place[] = [
  { key: 'maker', kind: 'developer', parent: null },
  { key: 'agency', kind: 'agency', parent: null },
  { key: 'akane', kind: 'facility', parent: 'agency' },
  { key: 'mizuki', kind: 'facility', parent: 'agency' },
  { key: 'individual', kind: 'individual', parent: 'agency' },
];

/** The organisation at the root of a domain's tree. */
export const findRoot = (key: DomainKey): string =>
  DOMAIN_IDS[PLACES.find((place) => place.key === key)?.parent ?? key];

/** Documents of the organisations, by path. */
export const domainDocuments = (): (readonly [
  path: string,
  fields: Readonly<Record<string, unknown>>,
])[] =>
  PLACES.map(({ key, kind, parent }) => [
    `domain/${DOMAIN_IDS[key]}`,
    {
      code: DOMAIN_IDS[key],
      ...DOMAIN_WORDS[key],
      kind,
      parentDomainId: parent === null ? null : DOMAIN_IDS[parent],
      rootDomainId: findRoot(key),
      ancestorIds: parent === null ? [] : [DOMAIN_IDS[parent]],
    },
  ]);
