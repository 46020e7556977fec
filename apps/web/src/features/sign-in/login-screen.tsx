import { useLocation, Link } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { keepSecret } from '../../shared/registration/kept-secret.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { lazyComponent } from '../../kit/pages/lazy-component.tsx';
import { DemonstrationAccounts } from './demonstration-accounts.tsx';
import { checkedCredentials, type Credentials, type CredentialFaults } from './credentials.ts';
import { useEntrance } from './entrance.ts';
import css from './login.module.css';
import { safeNext } from './next-address.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useSession } from './session-context.tsx';
import type { SessionEnd } from '@yamori/domain';
import { createDateTimeFormatter, fullDateTime } from '../../locales/date-time-formatter.ts';
import providersCss from './provider-buttons.module.css';

/** Only if the installation has providers; the page waits for them, so that nothing shifts. */
const OfferedProviders = lazyComponent<{ readonly next: string }, 'OfferedProviders'>(
  () => import('./provider-buttons.tsx'),
  'OfferedProviders',
);

/** Sign-in by e-mail and password. Demo accounts appear only if the server offers them. */
export function LoginScreen() {
  const { t } = useTranslation('session');
  const [state] = useSession();
  const [{ next }] = useUrlParams();
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  // A mailed link that needs a sign-in first has its page's secret in the fragment, which no server
  // sees.
  const secret = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (secret !== '' && next !== undefined) keepSecret(next, secret);
  }, [secret, next]);
  const { line, google, saml } = state.waysIn;
  const [before, keep] = useState(state);
  if (state.kind === 'signedOut' && state !== before) keep(state);
  // Nothing moves between the answer and the next page.
  const { ended, demonstrationAccounts: accounts } = before.kind === 'signedOut' ? before : NOBODY;
  return (
    <div className={css['page']} data-accounts={accounts.length > 0}>
      <section className={css['card']}>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>{t('title')}</h1>
        <p className={css['lead']}>{t('lead')}</p>
        {ended === null ? null : <EndedNotice ended={ended} />}
        {next === undefined ? null : <p className={css['lead']}>{t('next')}</p>}
        <SignInForm credentials={credentials} onChange={setCredentials} next={safeNext(next)} />
        {line || google || saml ? <OfferedProviders next={safeNext(next)} /> : null}
        <OtherEntrances />
      </section>
      {accounts.length === 0 ? null : (
        <DemonstrationAccounts accounts={accounts} onChoose={setCredentials} />
      )}
    </div>
  );
}

const CREDENTIAL_FIELDS = ['email', 'password'] as const satisfies readonly (keyof Credentials)[];

const NOBODY = { ended: null, demonstrationAccounts: [] } as const;

type FormProps = {
  readonly credentials: Credentials;
  readonly onChange: (next: Credentials) => void;
  readonly next: string;
};

function SignInForm({ credentials, onChange, next }: FormProps) {
  const { t } = useTranslation('session');
  const online = useOnline();
  const [faults, setFaults] = useState<CredentialFaults>({});
  const [shown, setShown] = useState(false);
  const [attempt, enter] = useEntrance(next);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = checkedCredentials(credentials);
    setFaults(found);
    // Move the focus to the first invalid field.
    const [wrong] = CREDENTIAL_FIELDS.filter((field) => found[field] !== undefined);
    if (wrong !== undefined)
      event.currentTarget.querySelector<HTMLInputElement>(`[name='${wrong}']`)?.focus();
    if (Object.keys(found).length === 0)
      void enter((session) => session.signIn(credentials.email.trim(), credentials.password));
  };
  return (
    <form className={css['form']} onSubmit={onSubmit} noValidate>
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        value={credentials.email}
        error={faults.email === undefined ? null : t(faults.email)}
        onChange={(email) => onChange({ ...credentials, email })}
      />
      <TextField
        label={t('password')}
        type={shown ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        value={credentials.password}
        error={faults.password === undefined ? null : t(faults.password)}
        onChange={(password) => onChange({ ...credentials, password })}
        end={
          <button
            type="button"
            aria-label={t('showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <StateIcon shape="awake" size={20} />
          </button>
        }
      />
      <div className={css['answer']} role="alert">
        {attempt.kind === 'refused' ? (
          <p>
            <ToolIcon name="alert" size={18} />
            {attempt.words}
          </p>
        ) : null}
        {online ? null : (
          <p>
            <ToolIcon name="wifiOff" size={18} />
            {t('offline')}
          </p>
        )}
      </div>
      <Button submit kind="primary" busy={attempt.kind === 'running'} disabled={!online}>
        {attempt.kind === 'running' ? t('signingIn') : t('signIn')}
      </Button>
      <PasskeyButton
        disabled={!online || attempt.kind === 'running'}
        onEnter={(signIn) => void enter(signIn)}
      />
    </form>
  );
}

/** Why and when the session ended without a sign-out, and what to do next. */
function EndedNotice({ ended: { reason, at } }: { readonly ended: SessionEnd }) {
  const { t, i18n } = useTranslation('session');
  return (
    <output className={css['ended']}>
      <ToolIcon name="info" size={18} />
      <span>
        <strong>{t(`ended.${reason}`)}</strong>
        <span>{t(`endedNext.${reason}`)}</span>
        <small>{createDateTimeFormatter(i18n.language, fullDateTime(i18n.language))(at)}</small>
      </span>
    </output>
  );
}

/** Links for visitors who cannot sign in; only those that the installation offers. */
function OtherEntrances() {
  const { t } = useTranslation('session');
  const [{ waysIn }] = useSession();
  return (
    <p className={providersCss['foot']}>
      <Link to="/handleauth" search={{ mode: 'forgotten' }}>
        {t('forgotten')}
      </Link>
      <Link to="/register">{t('invited')}</Link>
      {waysIn.signUp ? <Link to="/signup">{t('signUp')}</Link> : null}
      {waysIn.registerDomain ? <Link to="/registerdomain">{t('registerDomain')}</Link> : null}
      {waysIn.anonymous ? <Link to="/anonymous">{t('guest')}</Link> : null}
    </p>
  );
}
