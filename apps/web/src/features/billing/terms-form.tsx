import { isRegistrationNumber, MAX_UNIT_PRICE_YEN, TAX_PERCENTS } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useAgency } from '../../shared/agency/agency-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { useDeviceTypes } from '../../shared/device-types/use-device-types.ts';
import { Button } from '../../kit/form/button.tsx';
import formCss from '../../kit/form/form.module.css';
import { PanelFoot } from '../../kit/form/panel-foot.tsx';
import { NumberField } from '../../kit/form/number-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { TextAreaField } from '../../kit/form/text-area-field.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { useConflictSave } from '../../kit/form/use-conflict-save.ts';
import { useForm, type Form } from '../../kit/form/use-form.ts';
import { useLeaveWarning, useReportedDirt } from '../../kit/form/use-leave-warning.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import css from './bills.module.css';
import {
  isPrice,
  mergedTerms,
  MAX_DUE_DAYS,
  saveTerms,
  mergeTerms,
  tidyRegistration,
  getFieldType,
  toValues,
  type MergedTerms,
  type Terms,
  type TermsValues,
} from './terms-values.ts';

type TermsFormProps = {
  /** Null before the first terms. */
  readonly terms: Terms | null;
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onSaved: () => void;
};

/** The issuer as required on qualified invoices, and the price of a device-day. */
export function TermsForm({ terms, onDirty, onSaved }: TermsFormProps) {
  const { t } = useTranslation('bills');
  const online = useOnline();
  const rules = useRules();
  const [opened] = useState(() => toValues(terms));
  const save = useSave(opened, onSaved);
  const form = useForm<TermsValues>({
    initial: opened,
    rules: {
      issuerName: [rules.required, rules.atMost(120)],
      registrationNumber: [
        rules.required,
        (text) => isRegistrationNumber(tidyRegistration(text)) || t('terms.registrationWrong'),
      ],
      address: [rules.atMost(400)],
      contact: [rules.atMost(200)],
      bank: [rules.atMost(400)],
      dueDays: [rules.required, rules.numberBetween(0, MAX_DUE_DAYS)],
      unitPrice: [rules.required, rules.numberBetween(0, MAX_UNIT_PRICE_YEN)],
      prices: [(prices) => prices.every(({ unitPrice }) => isPrice(unitPrice))],
    },
    submit: (values) =>
      save(mergedTerms(values), (now) => void setTimeout(() => form.reset(mergeTerms(now)))),
  });
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('terms.title')}>
      <fieldset className={css['group']}>
        <legend>{t('terms.paper')}</legend>
        <div className={css['fields']}>
          <TextField
            label={t('terms.issuerName')}
            required
            maxLength={120}
            {...form.field('issuerName')}
          />
          <TextField
            label={t('terms.registrationNumber')}
            hint={t('terms.registrationHint')}
            required
            maxLength={20}
            {...form.field('registrationNumber')}
          />
          <TextAreaField
            label={t('terms.address')}
            rows={2}
            autoGrow
            maxLength={400}
            {...form.field('address')}
          />
          <TextAreaField
            label={t('terms.bank')}
            rows={2}
            autoGrow
            maxLength={400}
            {...form.field('bank')}
          />
          <TextField label={t('terms.contact')} maxLength={200} {...form.field('contact')} />
          <NumberField
            label={t('terms.dueDays')}
            unit={t('terms.dueUnit')}
            min={0}
            max={MAX_DUE_DAYS}
            required
            {...form.field('dueDays')}
          />
        </div>
      </fieldset>
      <Prices form={form} />
      <PanelFoot errorText={form.errorText} note={online ? t('terms.later') : t('offline')}>
        <Button submit kind="primary" busy={form.busy} disabled={!online || !form.dirty}>
          {t('terms.save')}
        </Button>
      </PanelFoot>
    </form>
  );
}

function useSave(opened: TermsValues, onSaved: () => void) {
  const { t } = useTranslation('bills');
  const documents = useDocuments();
  const { id } = useAgency();
  const toasts = useToasts();
  const types = useDeviceTypes();
  return useConflictSave<MergedTerms>({
    opened: mergedTerms(opened),
    save: (base, mine) => saveTerms(documents, id, base, mine),
    words: {
      getLabel(name) {
        const typeId = getFieldType(name);
        return typeId === null
          ? t(`terms.${name as Exclude<keyof TermsValues, 'prices'>}`)
          : t('terms.priceOf', {
              name:
                types.find(({ documentReferenceId }) => documentReferenceId === typeId)?.name ??
                typeId,
            });
      },
      formatValue(name, value) {
        if (getFieldType(name) !== null)
          return isTypePrice(value)
            ? t('terms.priceWords', { price: value.unitPrice ?? 0, percent: value.taxPercent })
            : t('terms.usual');
        return typeof value === 'number' || (typeof value === 'string' && value !== '')
          ? String(value)
          : t('terms.nothing');
      },
    },
    onSaved() {
      toasts.show({ type: 'positive', message: t('terms.saved') });
      onSaved();
    },
  });
}

const isTypePrice = (
  value: unknown,
): value is { readonly unitPrice: number | null; readonly taxPercent: string } =>
  typeof value === 'object' && value !== null && 'unitPrice' in value && 'taxPercent' in value;

/** The default price, and prices of specific types. */
function Prices({ form }: { readonly form: Form<TermsValues> }) {
  const { t } = useTranslation('bills');
  const types = useDeviceTypes();
  const { prices } = form.values;
  const percents = TAX_PERCENTS.map((percent) => ({
    value: String(percent),
    label: t('terms.percent', { percent }),
  }));
  const put = (index: number, change: Partial<(typeof prices)[number]>): void =>
    form.set(
      'prices',
      prices.map((price, at) => (at === index ? { ...price, ...change } : price)),
    );
  const free = types.filter(
    ({ documentReferenceId }) => !prices.some(({ typeId }) => typeId === documentReferenceId),
  );
  const getName = (typeId: string): string =>
    types.find(({ documentReferenceId }) => documentReferenceId === typeId)?.name ?? typeId;
  const [next] = free;
  return (
    <fieldset className={css['group']}>
      <legend>{t('terms.prices')}</legend>
      <div className={css['fields']}>
        <NumberField
          label={t('terms.unitPrice')}
          unit={t('terms.yen')}
          hint={t('terms.pricesHint')}
          min={0}
          max={MAX_UNIT_PRICE_YEN}
          required
          {...form.field('unitPrice')}
        />
        <SelectField
          label={t('terms.taxPercent')}
          choices={percents}
          {...form.field('taxPercent')}
        />
      </div>
      {prices.map((price, index) => (
        <div key={price.typeId} className={css['price']}>
          <SelectField
            name={`type-${index}`}
            label={t('terms.type')}
            value={price.typeId}
            onChange={(typeId) => put(index, { typeId })}
            choices={[
              { value: price.typeId, label: getName(price.typeId) },
              ...free.map(({ documentReferenceId, name }) => ({
                value: documentReferenceId,
                label: name,
              })),
            ]}
          />
          <NumberField
            name={`price-${index}`}
            label={t('terms.price')}
            unit={t('terms.yen')}
            min={0}
            max={MAX_UNIT_PRICE_YEN}
            required
            marked={form.field('prices').error !== null && !isPrice(price.unitPrice)}
            value={price.unitPrice}
            onChange={(unitPrice) => put(index, { unitPrice })}
          />
          <SelectField
            name={`rate-${index}`}
            label={t('panel.rate')}
            value={price.taxPercent}
            choices={percents}
            onChange={(taxPercent) => put(index, { taxPercent })}
          />
          <button
            type="button"
            className={css['remove']}
            aria-label={t('terms.remove', { name: getName(price.typeId) })}
            title={t('terms.remove', { name: getName(price.typeId) })}
            onClick={() =>
              form.set(
                'prices',
                prices.filter((_price, at) => at !== index),
              )
            }
          >
            <ToolIcon name="close" size={16} />
          </button>
        </div>
      ))}
      {next === undefined ? null : (
        <div>
          <Button
            onClick={() =>
              form.set('prices', [
                ...prices,
                {
                  typeId: next.documentReferenceId,
                  unitPrice: form.values.unitPrice,
                  taxPercent: form.values.taxPercent,
                },
              ])
            }
          >
            <ToolIcon name="plus" size={18} />
            {t('terms.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
