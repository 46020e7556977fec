import { dialogs } from './dialogs.ts';
import { federation } from './federation.ts';
import { form } from './form.ts';
import { invitations } from './invitations.ts';
import { problems } from './problems.ts';
import { registration } from './registration.ts';
import { secondFactor } from './second-factor.ts';
import { validation } from './validation.ts';

/** What the pages say on which people come to have an account, in English. */
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
