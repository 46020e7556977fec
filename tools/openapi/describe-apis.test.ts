import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as domain from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { collectApis, describeApis } from './describe-apis.ts';

const root = join(import.meta.dirname, '..', '..');
const apis = collectApis(domain);
const endpoints = Object.entries(apis).flatMap(([noun, api]) =>
  Object.entries(api).map(([name, endpoint]) => ({ id: `${noun}.${name}`, ...endpoint })),
);

type Content = Readonly<Record<string, { readonly example?: unknown }>>;
type Described = {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
const { paths } = describeApis(apis, '1') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};
const operations = new Map(
  Object.values(paths)
    .flatMap((of) => Object.values(of))
    .map((described) => [described.operationId, described]),
);

function getOperation(id: string): Described {
  const described = operations.get(id);
  if (described === undefined) throw new Error(`${id} is not described`);
  return described;
}

/** Parameters are sent as text. */
const parameterExamples = (id: string, place: 'path' | 'query'): object =>
  Object.fromEntries(
    (getOperation(id).parameters ?? [])
      .filter((parameter) => parameter.in === place && parameter.example !== undefined)
      .map(({ name, example }) => [name, String(example)]),
  );

/** Schema issues of an example; none if the part does not exist. */
const listIssues = (schema: z.ZodType | undefined, example: unknown): readonly unknown[] =>
  schema?.safeParse(example).error?.issues ?? [];

describe('the description of the API', () => {
  it('matches docs/openapi.json, which `npm run openapi` writes', () => {
    const written: unknown = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    expect(written).toEqual(JSON.parse(JSON.stringify(describeApis(apis, version))));
  });

  it('contains one operation for each endpoint', () => {
    expect([...operations.keys()].toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
  });

  it.each(endpoints)('says what $id does in one line', ({ summary }) => {
    expect(summary).toMatch(/^[A-Z][^\n]{5,90}[^.\s]$/);
  });

  it.each(endpoints)('lists each problem of $id once, and only known ones', ({ problems }) => {
    expect(problems.filter((code) => !Object.hasOwn(domain.PROBLEM_STATUS, code))).toEqual([]);
    expect(new Set(problems).size).toBe(problems.length);
  });

  it.each(endpoints)('declares each parameter in the path of $id', ({ path, params }) => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(new Set(Object.keys(params?.shape ?? {}))).toEqual(new Set(inPath));
  });
});

describe('the examples', () => {
  it.each(endpoints)('the parameter examples of $id match its schemas', ({ id, params, query }) => {
    expect(listIssues(params, parameterExamples(id, 'path'))).toEqual([]);
    expect(listIssues(query, parameterExamples(id, 'query'))).toEqual([]);
  });

  it.each(endpoints)('the body and reply examples of $id match its schemas', (endpoint) => {
    const { requestBody, responses } = getOperation(endpoint.id);
    for (const { example } of Object.values(requestBody?.content ?? {}))
      expect(listIssues(endpoint.body, example)).toEqual([]);
    expect(
      listIssues(endpoint.reply, responses['2XX']?.content?.['application/json']?.example),
    ).toEqual([]);
  });
});
