import { deleteField, logoText } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { ColourField } from '../../../kit/form/colour-field.tsx';
import { PictureField } from '../../../kit/form/picture-field.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import css from './domain-config.module.css';
import type { DomainPart } from './domain-save.ts';
import { useDomainLabels } from './use-domain-labels.ts';
import { SectionForm } from './section-form.tsx';
import type { SectionProps } from './section-list.ts';
import { useDomainForm } from './use-domain-form.ts';

type BrandValues = { readonly logo: string; readonly colour: string };

const BRAND: DomainPart<BrandValues> = {
  toValues: ({ brand }) => ({ logo: brand?.logo ?? '', colour: brand?.colour ?? '' }),
  // Write both: a partial update fails if there is no brand yet.
  getFields: (_changes, { logo, colour }) => ({
    brand:
      logo === '' && colour === ''
        ? deleteField()
        : {
            ...(logo === '' ? {} : { logo }),
            ...(colour === '' ? {} : { colour: colour.toLowerCase() }),
          },
  }),
};

/** Twice the size in the bar, for high-density screens. */
const LOGO_FIT = { width: 320, height: 96, text: logoText };

const SIX_DIGITS = /^#[0-9a-f]{6}$/i;

/** The organisation's logo and colour in the bar above every page. */
export function BrandSection({ domain, rights: { mayEdit } }: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const form = useDomainForm({
    domain,
    part: BRAND,
    words: useDomainLabels((name, value) =>
      name === 'logo' ? t(value === '' ? 'noLogo' : 'aLogo') : null,
    ),
    rules: { colour: [(colour) => colour === '' || SIX_DIGITS.test(colour) || t('colourWrong')] },
  });
  return (
    <PageSection anchor="brand" title={t('sections.brand')} lead={t('leads.brand')}>
      <SectionForm form={form} label={t('sections.brand')} mayEdit={mayEdit}>
        <PictureField
          picture={form.values.logo}
          fit={LOGO_FIT}
          disabled={!mayEdit}
          onChange={(logo) => form.set('logo', logo)}
          words={{
            name: t('fields.logo'),
            none: t('noLogo'),
            choose: t('chooseLogo'),
            remove: t('removeLogo'),
            hint: t('hints.logo'),
          }}
        />
        <div className={css['fields']}>
          <ColourField
            label={t('fields.colour')}
            hint={t('hints.colour')}
            disabled={!mayEdit}
            {...form.field('colour')}
          />
        </div>
      </SectionForm>
    </PageSection>
  );
}
