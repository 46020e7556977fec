import { invitations } from './invitations.ts';
import { registration } from './registration.ts';
import { secondFactor } from './second-factor.ts';
import { validation } from './validation.ts';

/** What the pages say on which people come to have an account, in Japanese. */
export const joinWords = { invitations, registration, secondFactor, validation } as const;
