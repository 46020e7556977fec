import { federation } from './first/federation.ts';
import { form } from './first/form.ts';
import { frame } from './first/frame.ts';
import { pages } from './first/pages.ts';
import { problems } from './first/problems.ts';
import { routes } from './first/routes.ts';
import { session } from './session.ts';

/** Japanese texts of the sign-in page, and of every page before its own texts are loaded. */
export const firstWords = { federation, form, frame, pages, problems, routes, session } as const;
