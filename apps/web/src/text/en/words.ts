import { firstWords as first } from './first-words.ts';
import { joinWords } from './join-words.ts';
import { wardWords as ward } from './ward-words.ts';

/** Every word in English, a namespace a subject. */
export const words = {
  ...joinWords,
  ...ward,
  session: first.session,
  // What the sign-in page says of these comes first, the rest with later screens.
  federation: { ...first.federation, ...ward.federation },
  form: { ...first.form, ...ward.form },
  frame: { ...first.frame, ...ward.frame },
  pages: { ...first.pages, ...ward.pages },
  problems: { ...first.problems, ...ward.problems },
  routes: { ...first.routes, ...ward.routes },
} as const;
