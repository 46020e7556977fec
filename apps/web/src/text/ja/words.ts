import { firstWords } from './first-words.ts';
import { joinWords } from './join-words.ts';
import { wardWords } from './ward-words.ts';

/** Every word in Japanese, a namespace a subject. English has the same keys (words.test.ts). */
export const words = { ...firstWords, ...joinWords, ...wardWords } as const;
