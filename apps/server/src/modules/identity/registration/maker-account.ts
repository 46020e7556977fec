import { randomBytes } from 'node:crypto';
import {
  ACCESS_LEVELS,
  domainCollection,
  GIVEN_PASSWORD_MINUTES,
  MAKER_ORGANISATION,
  ProblemError,
} from '@yamori/domain';
import { z } from 'zod';
import type { Queries } from '../../../core/database/database.ts';
import { insertAccount, newUserId } from './accounts.ts';
import { createMailedLink } from './mailed-links.ts';
import { lockRegistration, newMember, newOrganisation } from './organisations.ts';
import type { RegistrationContext } from './registration-context.ts';

const LIFETIME_MS = GIVEN_PASSWORD_MINUTES.hand * 60_000;
const SECRET_BYTES = 32;

/**
 * Creates the first account of the maker's staff, without which device types, views and parameters
 * cannot be changed. Only an operator with access to the machine can call it (main.ts). The
 * account's password is random and discarded. The returned secret opens, once and within an hour,
 * the page for a new password.
 */
export async function createMakerAccount(
  context: RegistrationContext,
  given: string,
): Promise<{ readonly secret: string; readonly expiresAt: Date }> {
  const parsed = z.email().safeParse(given.trim().toLowerCase());
  if (!parsed.success)
    throw new ProblemError('option-invalid', {
      place: '--maker-account',
      details: { reason: 'not an e-mail address' },
    });
  const email = parsed.data;
  const userId = newUserId();
  const passwordHash = await context.identity.hashPassword(
    randomBytes(SECRET_BYTES).toString('base64url'),
    [],
  );
  const place = await makerOrganisation(context);
  const at = context.now();
  const made = { secret: '' };
  await context.store.commit(
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
        // Of two concurrent calls, one fails.
        await lockRegistration(queries, 'maker');
        if (await hasMaker(queries))
          throw new ProblemError('maker-exists', {
            details: {
              advice:
                'the existing maker account can invite others or issue a new password on the page of its organisation',
            },
          });
        await insertAccount(
          queries,
          { userId, email, isEmailVerified: false, name: email, language: null, passwordHash },
          at,
        );
        // Nothing was mailed, so the link verifies no address.
        made.secret = await createMailedLink(
          queries,
          { kind: 'resetPassword', email, userId, lifetimeMs: LIFETIME_MS, provesAddress: false },
          at,
        );
      },
    },
  );
  return { secret: made.secret, expiresAt: new Date(at.getTime() + LIFETIME_MS) };
}

/** An existing organisation of the maker, or a new one at the root. */
async function makerOrganisation({ store }: RegistrationContext) {
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

/** Whether an active member can change what belongs to the whole installation. */
async function hasMaker(queries: Queries): Promise<boolean> {
  const [row] = await queries.query<{ found: boolean }>({
    name: 'check_maker_exists',
    text: `select exists (select 1 from documents join auth_user on auth_user.id = documents.id where collection = 'staff' and parent_path = ''
      and data->>'accessLevel' = $1 and data->>'state' <> 'suspended') as found`,
    values: [String(ACCESS_LEVELS.seniorDeveloper)],
  });
  return row?.found === true;
}
