import { invitations } from './invitations.ts';
import { registration } from './registration.ts';
import { validation } from './validation.ts';

/** What the pages say on which people come to have an account, in Japanese. */
export const joinWords = { invitations, registration, validation } as const;
