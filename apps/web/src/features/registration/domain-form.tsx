import { MAX_CONTACT_LENGTH, MAX_NAME, type RegisterDomainCall } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArrivalApi } from './api.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { AddressStep } from './address-step.tsx';
import { NewcomerFields, toNewcomer, NO_NEWCOMER, useNewcomerRules } from './newcomer-fields.tsx';
import { Note } from './registration-page.tsx';
import css from './registration.module.css';
import { useSpokenLanguage } from './use-registration.ts';

const EMPTY = { ...NO_NEWCOMER, organisation: '', organisationKana: '', contact: '' };

/**
 * `again`: the form must be filled in again on the page that the mail links to; only the address
 * carries over.
 */
type ToProve = { readonly email: string; readonly again: boolean };

type DomainFormProps = {
  readonly code: string | null;
  readonly proof: string;
  /** The address must be proven by mail before the form. */
  readonly startsWithMail: boolean;
};

/**
 * With mail, the address is proven first. The first organisation of a server registers without it,
 * because mail may not work yet. `again` is for a form that the server rejected for this reason.
 */
export function DomainForm({ code, proof, startsWithMail }: DomainFormProps) {
  const { t } = useTranslation('registration');
  const { user } = useViewer();
  const [toProve, setToProve] = useState<ToProve | null>(
    startsWithMail ? { email: '', again: false } : null,
  );
  if (user !== null || proof !== '' || toProve === null)
    return (
      <Fields
        code={code}
        proof={proof}
        memberName={user?.displayName ?? null}
        onUnproven={(email) => setToProve({ email, again: true })}
      />
    );
  return (
    <>
      <Note>{t(toProve.again ? 'domain.sendBefore' : 'domain.sendFirst')}</Note>
      <AddressStep purpose={{ kind: 'organisation', code }} email={toProve.email} />
    </>
  );
}

type FieldsProps = {
  readonly code: string | null;
  readonly proof: string;
  readonly memberName: string | null;
  readonly onUnproven: (email: string) => void;
};

function Fields({ code, proof, memberName, onUnproven }: FieldsProps) {
  const { t } = useTranslation('registration');
  const language = useSpokenLanguage();
  const online = useOnline();
  const rules = useRules();
  const { registerDomain } = useArrivalApi();
  const asksEmail = memberName === null && proof === '';
  const newcomerRules = useNewcomerRules(asksEmail);
  const form = useForm({
    initial: EMPTY,
    rules: {
      ...(memberName === null ? newcomerRules : {}),
      organisation: [rules.required, rules.atMost(MAX_NAME)],
      organisationKana: [rules.atMost(MAX_NAME)],
      contact: [rules.atMost(MAX_CONTACT_LENGTH)],
    },
    submit: async (values) => {
      const applicant =
        memberName === null ? toNewcomer(values, proof, language) : ({ kind: 'signedIn' } as const);
      const problem = await registerDomain(toCall(values, code, applicant));
      if (problem?.code === 'address-unproven') onUnproven(values.email.trim());
      return problem;
    },
  });
  return (
    <form className={css['form']} {...form.bind}>
      <fieldset>
        <TextField
          label={t('domain.organisation')}
          autoComplete="organization"
          required
          {...form.field('organisation')}
        />
        <TextField label={t('domain.organisationKana')} {...form.field('organisationKana')} />
        <TextField
          label={t('domain.contact')}
          autoComplete="tel"
          hint={t('domain.contactHint')}
          {...form.field('contact')}
        />
      </fieldset>
      {memberName === null ? (
        <fieldset>
          <legend>{t('domain.owner')}</legend>
          <NewcomerFields form={form} asksEmail={asksEmail} />
        </fieldset>
      ) : (
        <p>{t('domain.asMember', { name: memberName })}</p>
      )}
      <FormError message={form.errorText} />
      <Button submit kind="primary" busy={form.busy} disabled={!online}>
        {form.busy ? t('domain.submitting') : t('domain.submit')}
      </Button>
    </form>
  );
}

function toCall(
  values: typeof EMPTY,
  code: string | null,
  applicant: RegisterDomainCall['applicant'],
): RegisterDomainCall {
  const name = values.organisation.trim();
  const nameKana = values.organisationKana.trim();
  const contact = values.contact.trim();
  return {
    code,
    organisation: {
      name,
      ...(nameKana === '' ? {} : { nameKana }),
      ...(contact === '' ? {} : { contact }),
    },
    applicant,
  };
}
