import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULES, type Actor, type DocumentValue } from '@yamori/domain';
import { createDocumentAccess, type DocumentAccess } from '../document-access.ts';
import {
  aDomain,
  anActor,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../testing/test-documents.ts';

let documents: TestDocuments;
let access: DocumentAccess;
beforeAll(async () => {
  documents = await openTestDocuments();
  access = createDocumentAccess({
    store: documents.store,
    rules: RULES,
    offers: (method) => method === 'line',
  });
  const below = (id: string, ...ancestorIds: string[]) =>
    aDomain(id, ancestorIds.at(-1) ?? null, { rootDomainId: 'agency', ancestorIds });
  await documents.store.commit(
    [
      aDomain('agency', null, { kind: 'agency' }),
      below('customer', 'agency'),
      below('ward', 'agency', 'customer'),
    ],
    SERVER,
  );
  const saml = (id: string, domainId: string) =>
    documents.temporary.pool.query(
      `insert into saml_provider (id, domain_id, name, entity_id, sign_in_url, certificates, allow_idp_initiated, vouches_up_to, updated_at) values ($1, $2, $1, $1, 'https://x.example', '{}', false, 5, now())`,
      [id, domainId],
    );
  await saml('theirs', 'agency');
  await saml('own', 'customer');
});
afterAll(() => documents.close());

const TREE = ['agency', 'customer', 'ward'];
const insider = anActor('ownerAdministrator', ['customer', 'ward'], { rootDomainId: 'agency' });
const outcome = (
  actor: Actor,
  domain: string,
  fields: Readonly<Record<string, DocumentValue>>,
): Promise<string> =>
  access.commit(actor, [change(`domain/${domain}`, fields)]).then(
    () => 'stored',
    (error: unknown) => (error as { problem: { code: string } }).problem.code,
  );

describe('rejectSignInChange', () => {
  it.each<[string, Actor]>([
    ['an agency', anActor('agency', TREE)],
    ["an agency's administrator", anActor('agencyAdmin', TREE)],
    ['an owner in the agency above the customers', anActor('ownerAdministrator', TREE)],
    ['its own administrator', anActor('administrator', ['customer', 'ward'])],
    ['a developer', anActor('developer')],
  ])('rejects a change by %s', async (_, actor) => {
    for (const domain of ['customer', 'ward']) {
      for (const fields of [
        { samlProviderIds: ['saml.theirs'] },
        { signInMethods: ['email', 'saml'] },
        { mfaRequired: true },
      ])
        expect(await outcome(actor, domain, fields)).toBe('document-forbidden');
    }
  });

  it("allows changes by the organisation's top level, for its parts too, and by the maker's administrator", async () => {
    for (const domain of ['customer', 'ward'])
      expect(await outcome(insider, domain, { mfaRequired: true })).toBe('stored');
    expect(await outcome(anActor('seniorDeveloper'), 'customer', { mfaRequired: false })).toBe(
      'stored',
    );
    expect(await outcome(anActor('agencyAdmin', TREE), 'agency', { mfaRequired: true })).toBe(
      'stored',
    );
  });

  it.each<[string, Readonly<Record<string, DocumentValue>>, 'stored' | 'sign-in-methods-invalid']>([
    ['no method', { signInMethods: [] }, 'sign-in-methods-invalid'],
    ['anonymous sign-in only', { signInMethods: ['anonymous'] }, 'sign-in-methods-invalid'],
    [
      'an unregistered provider',
      { signInMethods: ['saml'], samlProviderIds: ['saml.nobodys'] },
      'sign-in-methods-invalid',
    ],
    [
      'a provider that does not speak for it',
      { signInMethods: ['saml'], samlProviderIds: ['saml.theirs'] },
      'sign-in-methods-invalid',
    ],
    [
      'none of its providers',
      { signInMethods: ['saml'], samlProviderIds: [] },
      'sign-in-methods-invalid',
    ],
    [
      'a way that this installation does not offer',
      { signInMethods: ['google'] },
      'sign-in-methods-invalid',
    ],
    ['an offered method', { signInMethods: ['line'] }, 'stored'],
    ['its own provider', { signInMethods: ['saml'], samlProviderIds: ['saml.own'] }, 'stored'],
    ['a password', { signInMethods: ['email'] }, 'stored'],
  ])('accepts methods only if one works: %s', async (_, fields, expected) => {
    expect(await outcome(insider, 'ward', fields)).toBe(expected);
  });
});
