import { documentApi, type CallOf } from '@yamori/domain';
import type { Http } from '../../api/http.ts';

/** An organisation as somebody is let choose it. */
export type DomainChoice = {
  readonly domainId: string;
  readonly name: string;
  readonly kind: string;
};

/** As many as one question may hold; without their logos, which travel with no list. */
const MOST_DOMAINS = 1_000;

const ORGANISATIONS: CallOf<typeof documentApi.list> = {
  body: {
    query: {
      collection: 'domain',
      orderBy: [{ field: ['name'], direction: 'asc' }],
      limit: MOST_DOMAINS,
      select: [['name'], ['kind']],
    },
  },
};

/** Organisations that the member reaches, by name. @throws ProblemError as `Http.call` */
export async function readDomainChoices(http: Http): Promise<DomainChoice[]> {
  const { documents } = await http.call(documentApi.list, ORGANISATIONS);
  return documents.map(({ path, data }) => ({
    domainId: path.slice('domain/'.length),
    name: textOf(data['name']),
    kind: textOf(data['kind']),
  }));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
