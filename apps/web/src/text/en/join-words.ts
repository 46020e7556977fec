import { invitations } from './invitations.ts';
import { registration } from './registration.ts';
import { secondFactor } from './second-factor.ts';
import { validation } from './validation.ts';

export const joinWords = { invitations, registration, secondFactor, validation } as const;
