import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '@yamori/domain';
import { useSignInProviders } from '../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import login from './login.module.css';
import css from './provider-buttons.module.css';

type Search =
  | { readonly kind: 'idle' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly message: string };

/** Finds the sign-in of an organisation by its code. */
export function SsoScreen() {
  const { t } = useTranslation('federation');
  const { client } = useSignInProviders();
  const navigate = useNavigate();
  const formatProblem = useProblemMessage();
  const online = useOnline();
  const [{ next, flow }] = useUrlParams();
  const [code, setCode] = useState('');
  const [search, setSearch] = useState<Search>({ kind: 'idle' });

  const find = async (): Promise<void> => {
    setSearch({ kind: 'running' });
    try {
      const { id } = await client.findSaml(code.trim());
      await navigate({
        to: '/sso/$samlid',
        params: { samlid: id },
        search: {
          ...(next === undefined ? {} : { next }),
          ...(flow === undefined ? {} : { flow }),
        },
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setSearch({ kind: 'refused', message: formatProblem(error.problem) });
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === '') setSearch({ kind: 'missing' });
    else void find();
  };
  return (
    <div className={login['page']}>
      <section className={login['card']}>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>{t('sso.title')}</h1>
        <p className={login['lead']}>{t('sso.lead')}</p>
        <form className={login['form']} onSubmit={onSubmit} noValidate>
          <TextField
            label={t('sso.code')}
            name="organisationCode"
            autoComplete="organization"
            maxLength={40}
            value={code}
            error={search.kind === 'missing' ? t('sso.codeMissing') : null}
            onChange={setCode}
          />
          <FormError message={search.kind === 'refused' ? search.message : null} />
          <Button submit kind="primary" busy={search.kind === 'running'} disabled={!online}>
            {t('sso.find')}
          </Button>
        </form>
        <p className={css['foot']}>
          <Link to="/login" search={next === undefined ? {} : { next }}>
            {t('sso.toLogin')}
          </Link>
        </p>
      </section>
    </div>
  );
}
