import { listReply } from '@yamori/domain';
import { callJson, type HttpOptions } from '../../api/http-call.ts';

/** An organisation as somebody is let choose it. */
export type DomainChoice = {
  readonly domainId: string;
  readonly name: string;
  readonly kind: string;
};

/** As many as one question may hold; without their logos, which travel with no list. */
const MOST_DOMAINS = 1_000;

/** Organisations that the member reaches, by name. @throws ProblemError as `callJson` */
export async function readDomainChoices(options: HttpOptions): Promise<DomainChoice[]> {
  const query = {
    collection: 'domain',
    orderBy: [{ field: ['name'], direction: 'asc' }],
    limit: MOST_DOMAINS,
    select: [['name'], ['kind']],
  };
  const { documents } = await callJson(
    options,
    'POST',
    '/api/documents/list',
    { query },
    listReply,
  );
  return documents.map(({ path, data }) => ({
    domainId: path.slice('domain/'.length),
    name: textOf(data['name']),
    kind: textOf(data['kind']),
  }));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
