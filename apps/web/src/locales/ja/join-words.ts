import { dialogs } from './dialogs.ts';
import { federation } from './federation.ts';
import { form } from './form.ts';
import { invitations } from './invitations.ts';
import { problems } from './problems.ts';
import { registration } from './registration.ts';
import { secondFactor } from './second-factor.ts';
import { validation } from './validation.ts';

/** Japanese texts of the registration pages. */
export const joinWords = {
  dialogs,
  federation,
  form,
  invitations,
  problems,
  registration,
  secondFactor,
  validation,
} as const;
