import { NOTIFY_CHOICES, type Profile, type SessionReply } from '@yamori/domain';
import { createRoot } from 'react-dom/client';
import { HttpContext } from '../../api/http-context.ts';
import { createHttp } from '../../api/http.ts';
import { createSessionClient } from '../../api/session-client.ts';
import { createSignInProvidersClient } from '../../shared/sign-in-providers/api.ts';
import { changeLanguage, startTranslation } from '../../locales/translation.ts';
import { createToasts } from '../../kit/toast/toast-store.ts';
import { createPreferences } from '../../kit/theme/preferences.ts';
import '../../kit/theme/tokens.css';
import '../../kit/theme/base.css';
import { App } from '../app.tsx';
import { openSession } from '../boot/session-store.ts';
import { aUser } from '../../shared/viewer/testing/a-user.ts';

const waysIn = {
  password: true,
  line: false,
  google: false,
  saml: false,
  passkey: false,
  anonymous: false,
  signUp: false,
  registerDomain: false,
  domainByMail: false,
  passwordReset: false,
};
export const SIGNED_OUT: SessionReply = {
  user: null,
  pending: null,
  ended: null,
  waysIn,
  hasOwnHome: false,
  reach: [],
  demonstrationAccounts: [],
};

export const signedInAs = (accessLevel: number): SessionReply => ({
  user: aUser({ accessLevel }),
  pending: null,
  ended: null,
  waysIn,
  hasOwnHome: false,
  reach: ['home'],
  demonstrationAccounts: [],
});

export const PROFILE: Profile = {
  name: '夜勤 花子',
  nameKana: '',
  phone: '',
  email: 'a@b.example',
  isEmailVerified: true,
  language: 'ja',
  notify: NOTIFY_CHOICES,
  photoURL: null,
  hasPassword: true,
  isMember: true,
  mail: false,
};

/** What the server answers: a status and a body, or null for no answer at all. */
export type Answer = { readonly status: number; readonly body: unknown } | null;
export type Asked = { readonly path: string; readonly body: unknown };

/** The whole application at an address, before a server whose answers a test chooses. */
export async function renderApp(
  address: string,
  answers: Readonly<Record<string, () => Answer | Promise<Answer>>>,
) {
  const asked: Asked[] = [];
  const fetch = async (path: string, { body }: RequestInit): Promise<Response> => {
    asked.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const answer = await answers[path]?.();
    if (answer === null || answer === undefined) throw new TypeError('Failed to fetch');
    return answer.status === 204
      ? new Response(null, { status: 204 })
      : Response.json(answer.body, { status: answer.status });
  };
  const before = globalThis.location.href;
  globalThis.history.replaceState(null, '', address);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const [preferences, translation] = [
    createPreferences({ getItem: () => null, setItem: () => undefined }),
    await startTranslation('ja', ['first']),
  ];
  // As the start of the application does.
  preferences.subscribe(() => void changeLanguage(translation, preferences.current().language));
  root.render(
    <HttpContext value={createHttp({ fetch })}>
      <App
        preferences={preferences}
        toasts={createToasts()}
        translation={translation}
        backend={{
          session: await openSession(createSessionClient({ fetch })),
          signInProviders: createSignInProvidersClient({ fetch }),
        }}
      />
    </HttpContext>,
  );
  return {
    asked,
    at: () => `${globalThis.location.pathname}${globalThis.location.search}`,
    end() {
      root.unmount();
      place.remove();
      globalThis.history.replaceState(null, '', before);
    },
  };
}
