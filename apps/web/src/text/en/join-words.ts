import { invitations } from './invitations.ts';
import { registration } from './registration.ts';

export const joinWords = { invitations, registration } as const;
