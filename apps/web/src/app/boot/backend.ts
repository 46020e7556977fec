import type { Session } from '../../features/session/session-context.tsx';

/** What the application has of the server, from the start until the page goes. */
export type Backend = { readonly session: Session };
