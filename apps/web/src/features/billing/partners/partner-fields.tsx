import { PARTNER_STATES } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../kit/form/number-field.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { TextAreaField } from '../../../kit/form/text-area-field.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import type { FormRules } from '../../../kit/form/form-store.ts';
import type { Form } from '../../../kit/form/use-form.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import type { PartnerValues } from './partner-source.ts';
import css from './partners.module.css';

export function usePartnerRules(): FormRules<PartnerValues> {
  const rules = useRules();
  return {
    code: [rules.required, rules.atMost(40)],
    name: [rules.required, rules.atMost(120)],
    contact: [rules.atMost(200)],
    email: [rules.email],
    phone: [rules.atMost(40)],
    address: [rules.atMost(400)],
    note: [rules.atMost(2000)],
    margin: [rules.required, rules.numberBetween(0, 100)],
  };
}

/** The partner's name and contact details. */
export function PartnerFields({ form }: { readonly form: Form<PartnerValues> }) {
  const { t } = useTranslation('partners');
  return (
    <div className={css['fields']}>
      <TextField label={t('fields.name')} required maxLength={120} {...form.field('name')} />
      <TextField label={t('fields.code')} required maxLength={40} {...form.field('code')} />
      <SelectField
        label={t('fields.state')}
        choices={PARTNER_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        {...form.field('state')}
      />
      <NumberField
        label={t('fields.margin')}
        unit={t('percent')}
        min={0}
        max={100}
        step={0.01}
        required
        {...form.field('margin')}
      />
      <TextField label={t('fields.contact')} maxLength={200} {...form.field('contact')} />
      <TextField label={t('fields.email')} type="email" maxLength={254} {...form.field('email')} />
      <TextField label={t('fields.phone')} type="tel" maxLength={40} {...form.field('phone')} />
      <TextAreaField
        label={t('fields.address')}
        rows={2}
        autoGrow
        maxLength={400}
        {...form.field('address')}
      />
      <TextAreaField
        label={t('fields.note')}
        rows={2}
        autoGrow
        maxLength={2000}
        {...form.field('note')}
      />
    </div>
  );
}
