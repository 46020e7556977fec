import { MAX_NAME } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArrivalApi, useEnterApi } from './api.ts';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { keepSecret } from '../../shared/registration/kept-secret.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { SignInMethodIcon } from '../../shared/sign-in-providers/sign-in-method-icon.tsx';
import { useSignInMethodName } from '../../shared/sign-in-providers/sign-in-method-name.ts';
import { AddressStep } from './address-step.tsx';
import { NewcomerFields, toNewcomer, NO_NEWCOMER, useNewcomerRules } from './newcomer-fields.tsx';
import type { Joining } from './join-as-member.tsx';
import { Note } from './registration-page.tsx';
import css from './registration.module.css';
import { useSpokenLanguage } from './use-registration.ts';

/**
 * A newcomer without an account. With mail the address is proven first; then they choose name and
 * password. Or they choose LINE or Google, which needs only their name.
 */
export function JoinAsNewcomer(joining: Joining) {
  const { t } = useTranslation('registration');
  const { waysIn } = useAuthConfig();
  const { invitation, domainId, code, proof } = joining;
  const byPassword = invitation.ways.includes('email');
  const methods = (['line', 'google'] as const).filter(
    (method) => waysIn[method] && invitation.ways.includes(method),
  );
  const page = `/registerUser/${encodeURIComponent(domainId)}`;
  return (
    <>
      {byPassword ? (
        <ByPassword {...joining} provesFirst={waysIn.passwordReset && proof === ''} />
      ) : (
        <Note>{t('invitation.noPassword')}</Note>
      )}
      {methods.length === 0 ? null : (
        <ByProvider {...joining} methods={methods} beside={byPassword} />
      )}
      <p className={css['foot']}>
        <span>{t('invitation.haveAccount')}</span>
        <Link to="/login" search={{ next: page }} onClick={() => keepSecret(page, code)}>
          {t('invitation.signIn')}
        </Link>
      </p>
    </>
  );
}

function ByPassword({
  domainId,
  code,
  proof,
  onJoined,
  provesFirst,
}: Joining & { readonly provesFirst: boolean }) {
  const { t } = useTranslation('registration');
  const language = useSpokenLanguage();
  const online = useOnline();
  const { acceptInvitation } = useArrivalApi(onJoined);
  const asksEmail = proof === '';
  const form = useForm({
    initial: NO_NEWCOMER,
    rules: useNewcomerRules(asksEmail),
    submit: (values) => acceptInvitation(code, domainId, toNewcomer(values, proof, language)),
  });
  if (provesFirst) {
    return (
      <>
        <Note>{t('invitation.sendFirst')}</Note>
        <AddressStep purpose={{ kind: 'member', code, domainId }} />
      </>
    );
  }
  return (
    <form className={css['form']} {...form.bind}>
      <NewcomerFields form={form} asksEmail={asksEmail} />
      <FormError message={form.errorText} />
      <Button submit kind="primary" busy={form.busy} disabled={!online}>
        {form.busy ? t('invitation.submitting') : t('invitation.submit')}
      </Button>
    </form>
  );
}

type ByProviderProps = Joining & { readonly methods: readonly string[]; readonly beside: boolean };

/** Creates an account for the invitation; the provider is then linked to it. */
function ByProvider({ domainId, code, methods, beside, onWant }: ByProviderProps) {
  const { t } = useTranslation('registration');
  const { beginInvitation } = useEnterApi();
  const language = useSpokenLanguage();
  const online = useOnline();
  const getName = useSignInMethodName();
  const formatProblem = useProblemMessage();
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const begin = async (method: string): Promise<void> => {
    const name = await dialogs.prompt({
      title: t('invitation.withMethod', { method: getName(method) }),
      message: t('invitation.methodNeedsName'),
      label: t('name'),
      check: (text) => text.trim() !== '',
      maxLength: MAX_NAME,
      ok: t('invitation.goOn'),
    });
    if (name === null) return;
    setBusy(true);
    setErrorText(null);
    onWant(method);
    const entry = await beginInvitation({ code, domainId, name: name.trim(), language });
    if (entry.kind === 'refused') {
      onWant(null);
      setErrorText(formatProblem(entry.problem));
    }
    setBusy(false);
  };
  return (
    <div className={css['methods']}>
      {beside ? (
        <p className={css['or']}>
          <span>{t('signup.withMethod')}</span>
        </p>
      ) : null}
      {methods.map((method) => (
        <Button key={method} disabled={!online || busy} onClick={() => void begin(method)}>
          <SignInMethodIcon method={method} />
          {t('invitation.withMethod', { method: getName(method) })}
        </Button>
      ))}
      <FormError message={errorText} />
    </div>
  );
}
