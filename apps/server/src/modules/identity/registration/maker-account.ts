import { randomBytes } from 'node:crypto';
import {
  ACCESS_LEVELS,
  domainCollection,
  GIVEN_PASSWORD_MINUTES,
  MAKER_ORGANISATION,
  refuse,
} from '@yamori/domain';
import { z } from 'zod';
import type { Queries } from '../../../core/database/database.ts';
import { insertAccount, newUserId } from './accounts.ts';
import { createMailedLink } from './mailed-links.ts';
import { lockRegistration, newMember, newOrganisation } from './organisations.ts';
import type { RegistrationParts } from './registration-parts.ts';

const LASTS_MS = GIVEN_PASSWORD_MINUTES.hand * 60_000;
const SECRET_BYTES = 32;

/**
 * The first of the maker's people on an installation that has none: without one nobody there
 * changes the types of devices, views and parameters. Only whoever holds the machine can ask for it
 * (main.ts). The account has a password that nobody knows; the secret opens, once and for an hour,
 * the page on which another is chosen.
 * @throws ProblemError `option-invalid`, `maker-exists`, `account-exists`
 */
export async function makeMakerAccount(
  parts: RegistrationParts,
  given: string,
): Promise<{ readonly secret: string; readonly expiresAt: Date }> {
  const parsed = z.email().safeParse(given.trim().toLowerCase());
  if (!parsed.success)
    throw refuse('option-invalid', {
      place: '--maker-account',
      details: { reason: 'not an e-mail address' },
    });
  const email = parsed.data;
  const userId = newUserId();
  const passwordHash = await parts.identity.hashPassword(
    randomBytes(SECRET_BYTES).toString('base64url'),
    [],
  );
  const place = await makerOrganisation(parts);
  const at = parts.now();
  const made = { secret: '' };
  await parts.store.commit(
    [
      ...place.writes,
      newMember({
        ...place,
        userId,
        name: email,
        email,
        accessLevel: ACCESS_LEVELS.seniorDeveloper,
      }),
    ],
    {
      userId: null,
      alongside: async (queries) => {
        // Of two at one instant, one finds the other there.
        await lockRegistration(queries, 'maker');
        if (await hasMaker(queries))
          throw refuse('maker-exists', {
            details: {
              advice:
                'whoever is there already invites others, or gives a new password, on the page of their organisation',
            },
          });
        await insertAccount(
          queries,
          { userId, email, isEmailVerified: false, name: email, language: null, passwordHash },
          at,
        );
        // Nothing was mailed, so it proves no address.
        made.secret = await createMailedLink(
          queries,
          { kind: 'resetPassword', email, userId, lastsMs: LASTS_MS, provesAddress: false },
          at,
        );
      },
    },
  );
  return { secret: made.secret, expiresAt: new Date(at.getTime() + LASTS_MS) };
}

/** One of the maker that is there without people, else a new one at the top. */
async function makerOrganisation({ store }: RegistrationParts) {
  const [found] = await store.list({
    collection: 'domain',
    group: false,
    filters: [{ field: ['kind'], op: '==', value: 'developer' }],
    orderBy: [],
    offset: 0,
    limit: 1,
  });
  if (found !== undefined)
    return {
      domainId: found.id,
      rootDomainId: domainCollection.schema.shape.rootDomainId.parse(found.data['rootDomainId']),
      writes: [],
    };
  const { write, ...place } = newOrganisation(
    { name: MAKER_ORGANISATION, kind: 'developer' },
    null,
  );
  return { ...place, writes: [write] };
}

/** Somebody who changes what belongs to the whole installation and may come in. */
async function hasMaker(queries: Queries): Promise<boolean> {
  const [row] = await queries.query<{ found: boolean }>({
    name: 'maker-exists',
    text: `select exists (select 1 from documents join auth_user on auth_user.id = documents.id where collection = 'staff' and parent_path = ''
      and data->>'accessLevel' = $1 and data->>'state' <> 'suspended') as found`,
    values: [String(ACCESS_LEVELS.seniorDeveloper)],
  });
  return row?.found === true;
}
