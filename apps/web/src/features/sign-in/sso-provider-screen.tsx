import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError, type Problem, type SamlProviderName } from '@yamori/domain';
import { useSignInProviders } from '../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import login from './login.module.css';
import { safeNext } from './next-address.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import css from './provider-buttons.module.css';

type Found =
  | { readonly kind: 'loading' }
  | { readonly kind: 'found'; readonly provider: SamlProviderName }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** The sign-in of one organisation; its members get the address from their administrator. */
export function SsoProviderScreen() {
  const { t } = useTranslation('federation');
  const { samlid } = useParams({ strict: false }) as { samlid: string };
  const [{ next }] = useUrlParams();
  const [found, retry] = useSamlProvider(samlid.replace(/^saml\./, ''));
  if (found.kind === 'loading')
    return (
      <div className={login['page']}>
        <LoadingState />
      </div>
    );
  if (found.kind === 'refused') {
    return (
      <div className={login['page']}>
        {found.problem.code === 'saml-provider-not-found' ? (
          <ErrorState
            title={t('sso.missing')}
            why={t('sso.missingWhy')}
            icon="info"
            next={<Link to="/sso">{t('sso.other')}</Link>}
          />
        ) : (
          <ProblemState problem={found.problem} onRetry={retry} />
        )}
      </div>
    );
  }
  const method = `saml.${found.provider.id}`;
  return (
    <div className={login['page']}>
      <section className={login['card']}>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>{t('sso.title')}</h1>
        <p className={login['lead']}>{t('sso.asMember', { name: found.provider.name })}</p>
        <div className={css['next']}>
          <ProviderButtons
            methods={[method]}
            next={safeNext(next)}
            names={{ [method]: found.provider.name }}
            primary
          />
        </div>
        <p className={css['foot']}>
          <Link to="/sso">{t('sso.other')}</Link>
          <Link to="/login">{t('sso.toLogin')}</Link>
        </p>
      </section>
    </div>
  );
}

const LOADING: Found = { kind: 'loading' };

function useSamlProvider(id: string): readonly [Found, () => void] {
  const { client } = useSignInProviders();
  const [asked, ask] = useState(0);
  const question = `${id} ${asked}`;
  const [answer, setAnswer] = useState({ question: '', found: LOADING });
  useEffect(() => {
    client.readSaml(id).then(
      (provider) => setAnswer({ question, found: { kind: 'found', provider } }),
      (error: unknown) => {
        if (error instanceof ProblemError)
          setAnswer({ question, found: { kind: 'refused', problem: error.problem } });
      },
    );
  }, [client, id, question]);
  // Ignore the answer of another request.
  return [answer.question === question ? answer.found : LOADING, () => ask((before) => before + 1)];
}
