import { account } from './account.ts';
import { age } from './age.ts';
import { dates } from './dates.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { monitoring } from './monitoring.ts';
import { offline } from './offline.ts';
import { organisationSignIn } from './organisation-sign-in.ts';
import { placeholder } from './placeholder.ts';
import { plans } from './plans.ts';
import { profile } from './profile.ts';
import { raw } from './raw.ts';
import { states } from './states.ts';
import { validation } from './validation.ts';

/** What the screens behind sign-in say, in English. */
export const wardWords = { account, age, dates, help, home, monitoring, offline, organisationSignIn, placeholder, plans, profile, raw, states, validation } as const;
