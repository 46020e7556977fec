import { firstWords as first } from './first-words.ts';
import { gallery } from './gallery.ts';
import { joinWords } from './join-words.ts';
import { wardWords as ward } from './ward-words.ts';

/** All English texts, one namespace for each subject. */
export const words = {
  ...joinWords,
  ...ward,
  gallery,
  session: first.session,
  // The sign-in page's texts of these come first, the rest with later screens.
  federation: { ...first.federation, ...ward.federation },
  form: { ...first.form, ...ward.form },
  frame: { ...first.frame, ...ward.frame },
  pages: { ...first.pages, ...ward.pages },
  problems: { ...first.problems, ...ward.problems },
  routes: { ...first.routes, ...ward.routes },
} as const;
