import { z } from 'zod';
import { oneLine } from './one-line.ts';

/** Languages of e-mails and screens. */
export const LANGUAGES = ['ja', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Maximum characters in the name of a person, organisation or invitation. */
export const MAX_NAME = 120;
export const personName = oneLine(MAX_NAME).min(1);
export const personKana = oneLine(MAX_NAME);
export const emailAddress = z.email().max(254);
/** The secret after `#` in the address of a mailed link, an invitation or a one-time link. */
export const linkSecret = z.string().trim().min(1).max(200);
