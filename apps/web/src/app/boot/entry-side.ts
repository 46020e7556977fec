import type { WaysIn } from '@yamori/domain';
import type { Entry, EntrySide } from '../../shared/registration/entry-context.tsx';
import type { Session } from '../../features/sign-in/session-context.tsx';
import type { Backend } from './backend.ts';

/** The session as the pages of registering use it. */
export const entryOf = ({ session }: Pick<Backend, 'session'>, waysIn: WaysIn): EntrySide => ({
  waysIn,
  refresh: session.refresh,
  signOut: session.signOut,
  enter: ({ path }, { body }) => enterBy(session, path, body),
});

async function enterBy(session: Session, path: string, body: unknown): Promise<Entry> {
  const outcome = await session.enter(path, body);
  if (outcome.kind === 'refused') return outcome;
  return session.current().kind === 'signedIn' ? { kind: 'signedIn' } : { kind: 'secondFactor' };
}
