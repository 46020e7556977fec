import { firstWords } from './first-words.ts';
import { joinWords } from './join-words.ts';
import { wardWords } from './ward-words.ts';

/** Every word in English, a namespace a subject. */
export const words = { ...firstWords, ...joinWords, ...wardWords } as const;
