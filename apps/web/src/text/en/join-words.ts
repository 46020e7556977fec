import { invitations } from './invitations.ts';
import { registration } from './registration.ts';
import { validation } from './validation.ts';

export const joinWords = { invitations, registration, validation } as const;
