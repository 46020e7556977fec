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
import { WayIcon } from '../../shared/sign-in-providers/way-icon.tsx';
import { useWayName } from '../../shared/sign-in-providers/way-name.ts';
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
  const ways = (['line', 'google'] as const).filter(
    (way) => waysIn[way] && invitation.ways.includes(way),
  );
  const page = `/registerUser/${encodeURIComponent(domainId)}`;
  return (
    <>
      {byPassword ? (
        <ByPassword {...joining} provesFirst={waysIn.passwordReset && proof === ''} />
      ) : (
        <Note>{t('invitation.noPassword')}</Note>
      )}
      {ways.length === 0 ? null : <ByWay {...joining} ways={ways} beside={byPassword} />}
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

type ByWayProps = Joining & { readonly ways: readonly string[]; readonly beside: boolean };

/** Creates an account for the invitation; the provider is then linked to it. */
function ByWay({ domainId, code, ways, beside, onWant }: ByWayProps) {
  const { t } = useTranslation('registration');
  const { beginInvitation } = useEnterApi();
  const language = useSpokenLanguage();
  const online = useOnline();
  const getName = useWayName();
  const words = useProblemMessage();
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const begin = async (way: string): Promise<void> => {
    const name = await dialogs.prompt({
      title: t('invitation.withWay', { way: getName(way) }),
      message: t('invitation.wayNeedsName'),
      label: t('name'),
      check: (text) => text.trim() !== '',
      maxLength: MAX_NAME,
      ok: t('invitation.goOn'),
    });
    if (name === null) return;
    setBusy(true);
    setErrorText(null);
    onWant(way);
    const entry = await beginInvitation({ code, domainId, name: name.trim(), language });
    if (entry.kind === 'refused') {
      onWant(null);
      setErrorText(words(entry.problem));
    }
    setBusy(false);
  };
  return (
    <div className={css['ways']}>
      {beside ? (
        <p className={css['or']}>
          <span>{t('signup.withWay')}</span>
        </p>
      ) : null}
      {ways.map((way) => (
        <Button key={way} disabled={!online || busy} onClick={() => void begin(way)}>
          <WayIcon way={way} />
          {t('invitation.withWay', { way: getName(way) })}
        </Button>
      ))}
      <FormError message={errorText} />
    </div>
  );
}
