import { MAILED_LINK_MINUTES, type AddressProofCall } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistrationApi } from './api.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './registration.module.css';
import { runForProblem, useSpokenLanguage } from './use-registration.ts';

type StepProps = {
  readonly send: (email: string) => Promise<unknown>;
  readonly submit: string;
  readonly sending: string;
  /** The lifetime of the mailed link or code. */
  readonly minutes: number;
  /** An address that was typed before. */
  readonly email?: string;
};

/**
 * Asks for an address and sends a mail to it. The message is the same whether the address is known
 * or not.
 */
export function MailStep({ send, submit, sending, minutes, email: typed = '' }: StepProps) {
  const { t } = useTranslation('registration');
  const rules = useRules();
  const online = useOnline();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: typed },
    rules: { email: [rules.required, rules.email] },
    submit: async ({ email }) => {
      const problem = await runForProblem(() => send(email.trim()));
      if (problem === null) setSentTo(email.trim());
      return problem;
    },
  });
  if (sentTo !== null)
    return (
      <MailSent
        email={sentTo}
        minutes={minutes}
        onAgain={() => {
          form.reset({ email: '' });
          setSentTo(null);
        }}
      />
    );
  return (
    <form className={css['form']} {...form.bind}>
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        required
        {...form.field('email')}
      />
      <FormError message={form.errorText} />
      <Button submit kind="primary" busy={form.busy} disabled={!online}>
        {form.busy ? sending : submit}
      </Button>
    </form>
  );
}

/** Mails a proof of the address before any account is created. */
export function AddressStep({
  purpose,
  email = '',
}: {
  readonly purpose: AddressProofCall['purpose'];
  readonly email?: string;
}) {
  const { t } = useTranslation('registration');
  const { proveAddress } = useRegistrationApi();
  const language = useSpokenLanguage();
  return (
    <MailStep
      email={email}
      submit={t('signup.send')}
      sending={t('signup.sending')}
      minutes={MAILED_LINK_MINUTES.addressProof}
      send={(email) => proveAddress({ email, language, purpose })}
    />
  );
}

function MailSent({
  email,
  minutes,
  onAgain,
}: {
  readonly email: string;
  readonly minutes: number;
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation('registration');
  const lasting =
    minutes % 60 === 0
      ? t('lasting.hours', { count: minutes / 60 })
      : t('lasting.minutes', { count: minutes });
  return (
    <div className={css['sent']} aria-live="polite">
      <h2>
        <ToolIcon name="check" size={22} />
        {t('mailSent.title')}
      </h2>
      <p>{t('mailSent.why', { email, lasting })}</p>
      <p className={css['lead']}>{t('mailSent.late')}</p>
      <div>
        <Button onClick={onAgain}>{t('mailSent.again')}</Button>
      </div>
    </div>
  );
}
