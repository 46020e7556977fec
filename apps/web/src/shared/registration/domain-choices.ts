import { documentApi, type CallOf } from '@yamori/domain';
import type { Http } from '../../api/http.ts';

/** An organisation that can be chosen. */
export type DomainChoice = {
  readonly domainId: string;
  readonly name: string;
  readonly kind: string;
};

/** The limit of a query; without logos, which lists never include. */
const MAX_DOMAINS = 1_000;

const ORGANISATIONS: CallOf<typeof documentApi.list> = {
  body: {
    query: {
      collection: 'domain',
      orderBy: [{ field: ['name'], direction: 'asc' }],
      limit: MAX_DOMAINS,
      select: [['name'], ['kind']],
    },
  },
};

/** The member's accessible organisations, by name. */
export async function readDomainChoices(http: Http): Promise<DomainChoice[]> {
  const { documents } = await http.call(documentApi.list, ORGANISATIONS);
  return documents.map(({ path, data }) => ({
    domainId: path.slice('domain/'.length),
    name: textOf(data['name']),
    kind: textOf(data['kind']),
  }));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
