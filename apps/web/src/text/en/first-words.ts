import { dialogs } from './dialogs.ts';
import { federation } from './federation.ts';
import { form } from './form.ts';
import { frame } from './frame.ts';
import { pages } from './pages.ts';
import { problems } from './problems.ts';
import { routes } from './routes.ts';
import { session } from './session.ts';

/** What the sign-in page and the frame say before anything else is loaded, in English. */
export const firstWords = { dialogs, federation, form, frame, pages, problems, routes, session } as const;
