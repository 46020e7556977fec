import { RouterProvider } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { EntryContext, type Entry, type EntrySide } from '../shared/registration/entry-context.tsx';
import {
  SignInProvidersContext,
  type SignInProviders,
} from '../shared/sign-in-providers/sign-in-providers-context.tsx';
import {
  SessionContext,
  useSession,
  type SessionState,
  type Session,
} from '../features/sign-in/session-context.tsx';
import { loadTexts } from '../locales/translation.ts';
import { ToastsProvider } from '../kit/toast/toasts-view.tsx';
import type { Toasts } from '../kit/toast/toast-store.ts';
import type { Preferences } from '../kit/theme/preferences.ts';
import { PreferencesProvider, ThemeProvider } from '../kit/theme/preferences-context.tsx';
import { ViewerContext, type Viewer } from '../shared/viewer/viewer-context.tsx';
import type { Backend } from './boot/backend.ts';
import { OrganisationContext } from './layout/organisation-context.tsx';
import { NO_OFFLINE_ACCESS, OfflineContext } from './live/offline-context.ts';
import { createAppRouter } from './router/router.tsx';
import type { OfferedSignInMethods } from '@yamori/domain';

type AppProps = {
  readonly preferences: Preferences;
  readonly toasts: Toasts;
  readonly translation: i18n;
  readonly backend: Backend;
};

/** Services created at startup, for the screens. */
export const App = ({ preferences, toasts, translation, backend }: AppProps) => (
  <I18nextProvider i18n={translation}>
    <PreferencesProvider preferences={preferences}>
      <ThemeProvider>
        <ToastsProvider toasts={toasts}>
          <SessionContext value={backend.session}>
            <SignInProvidersContext value={toSignInProviders(backend)}>
              <Pages backend={backend} translation={translation} />
            </SignInProvidersContext>
          </SessionContext>
        </ToastsProvider>
      </ThemeProvider>
    </PreferencesProvider>
  </I18nextProvider>
);

function Pages({ backend, translation }: Pick<AppProps, 'backend' | 'translation'>) {
  const [state] = useSession();
  const [organisationId, chooseOrganisation] = useState<string | null>(null);
  const router = useMemo(
    () =>
      createAppRouter({
        visitor: () => toVisitor(backend.session.current()),
        onlyAddress: () => getOnlyAddress(backend.session.current()),
        hasGallery:
          import.meta.env.DEV || backend.session.current().demonstrationAccounts.length > 0,
        loadTexts: (part) => loadTexts(translation, part),
      }),
    [backend, translation],
  );
  const { waysIn } = state;
  const entry = useMemo(() => toEntry(backend, waysIn), [backend, waysIn]);
  const rights = state.kind === 'signedIn' ? `${state.user.uid} ${state.user.accessLevel}` : null;
  useEffect(() => {
    // After a sign-in, a sign-out or a change of level the guards check the open page again.
    void router.invalidate();
  }, [router, rights]);
  return (
    <OfflineContext value={backend.offline ?? NO_OFFLINE_ACCESS}>
      <OrganisationContext value={chooseOrganisation}>
        <ViewerContext value={toViewer(state, organisationId)}>
          <EntryContext value={entry}>
            <RouterProvider router={router} />
          </EntryContext>
        </ViewerContext>
      </OrganisationContext>
    </OfflineContext>
  );
}

const toSignInProviders = ({ session, signInProviders }: Backend): SignInProviders => ({
  client: signInProviders,
  offered: () => session.current().waysIn,
});

const toVisitor = (state: SessionState): Viewer['visitor'] =>
  state.kind === 'signedIn'
    ? { kind: 'signedIn', accessLevel: state.user.accessLevel }
    : { kind: 'signedOut' };

/** The only page of a session that was opened by a one-time link. */
const getOnlyAddress = (state: SessionState): string | null =>
  state.kind === 'signedIn' && state.user.singleTimeToken !== null
    ? '/register-report-access-user'
    : null;

const toViewer = (state: SessionState, organisationId: string | null): Viewer => ({
  visitor: toVisitor(state),
  user: state.kind === 'signedIn' ? state.user : null,
  hasOwnHome: state.kind === 'signedIn' && state.hasOwnHome,
  reach: state.kind === 'signedIn' ? state.reach : [],
  organisationId,
});

/** The session for the registration pages. */
const toEntry = (
  { session }: Pick<Backend, 'session'>,
  waysIn: OfferedSignInMethods,
): EntrySide => ({
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
