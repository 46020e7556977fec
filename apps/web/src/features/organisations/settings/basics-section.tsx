import { useTranslation } from 'react-i18next';
import { TimeField } from '../../../kit/date/time-field.tsx';
import { SearchSelectField } from '../../../kit/form/search-select-field.tsx';
import { TextAreaField } from '../../../kit/form/text-area-field.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useRules } from '../../../kit/form/form-rules.ts';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import css from './domain-config.module.css';
import type { DomainPart } from './domain-save.ts';
import { SectionForm } from './section-form.tsx';
import type { SectionProps } from './section-list.ts';
import { useDomainForm } from './use-domain-form.ts';
import { useDomainLabels } from './use-domain-labels.ts';

type BasicValues = {
  readonly name: string;
  readonly nameKana: string;
  readonly contact: string;
  readonly address: string;
  readonly timeZone: string;
  readonly nightStartsAt: string;
};

const BASICS: DomainPart<BasicValues> = {
  toValues: ({ name, nameKana = '', contact = '', address = '', timeZone, nightStartsAt }) => ({
    name,
    nameKana,
    contact,
    address,
    timeZone,
    nightStartsAt,
  }),
  getFields: ({ name, ...others }) => ({
    ...others,
    ...(name === undefined ? {} : { name: name.trim() }),
  }),
};

/** The organisation's name, contact details, and night start. */
export function BasicsSection({ domain, rights: { mayEdit } }: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const rules = useRules();
  const form = useDomainForm({
    domain,
    part: BASICS,
    words: useDomainLabels(),
    rules: {
      name: [rules.required, rules.atMost(120)],
      nameKana: [rules.atMost(120)],
      contact: [rules.atMost(200)],
      address: [rules.atMost(400)],
      timeZone: [rules.required],
      nightStartsAt: [rules.required, rules.time, (time) => time.length === 5 || t('timeWrong')],
    },
  });
  return (
    <PageSection anchor="basics" title={t('sections.basics')} lead={t('leads.basics')}>
      <SectionForm form={form} label={t('sections.basics')} mayEdit={mayEdit}>
        <div className={css['fields']}>
          <TextField
            label={t('fields.name')}
            required
            maxLength={120}
            disabled={!mayEdit}
            {...form.field('name')}
          />
          <TextField
            label={t('fields.nameKana')}
            maxLength={120}
            disabled={!mayEdit}
            {...form.field('nameKana')}
          />
          <TextField
            label={t('fields.contact')}
            hint={t('hints.contact')}
            maxLength={200}
            disabled={!mayEdit}
            {...form.field('contact')}
          />
          <div className={css['wide']}>
            <TextAreaField
              label={t('fields.address')}
              rows={2}
              maxLength={400}
              disabled={!mayEdit}
              {...form.field('address')}
            />
          </div>
          <SearchSelectField
            label={t('fields.timeZone')}
            {...(domain.kind === 'agency' ? { hint: t('hints.agencyZone') } : {})}
            choices={ZONES}
            disabled={!mayEdit}
            {...form.field('timeZone')}
          />
          <TimeField
            label={t('fields.nightStartsAt')}
            hint={t('hints.nightStartsAt')}
            required
            disabled={!mayEdit}
            {...form.field('nightStartsAt')}
          />
        </div>
      </SectionForm>
    </PageSection>
  );
}

/** Time zones of the browser; their names are the same in every language. */
const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));
