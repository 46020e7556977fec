import { deleteField } from '@yamori/domain';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/form/button.tsx';
import { ColourField } from '../../ui/form/colour-field.tsx';
import { fileFaults, sizeParts } from '../../ui/form/file-choice.ts';
import { FormTrouble } from '../../ui/form/form-trouble.tsx';
import { PageSection } from '../../ui/pages/page-section.tsx';
import css from './domain-config.module.css';
import type { DomainPart } from './domain-save.ts';
import { useDomainWords } from './domain-words.ts';
import { SectionForm } from './section-form.tsx';
import type { SectionProps } from './section-list.ts';
import { LOGO_KINDS, MOST_LOGO_BYTES, smallLogo } from './small-logo.ts';
import { useDomainForm } from './use-domain-form.ts';

type BrandValues = { readonly logo: string; readonly colour: string };

export const BRAND: DomainPart<BrandValues> = {
  valuesOf: ({ brand }) => ({ logo: brand?.logo ?? '', colour: brand?.colour ?? '' }),
  // Both at once: where there is no brand yet, there is nothing to change a part of.
  fieldsOf: (_changes, { logo, colour }) => ({ brand: logo === '' && colour === '' ? deleteField() : { ...(logo === '' ? {} : { logo }), ...(colour === '' ? {} : { colour: colour.toLowerCase() }) } }),
};

const SIX_DIGITS = /^#[0-9a-f]{6}$/i;

/** What of the organisation stands in the bar above every page. */
export function BrandSection({ domain, rights: { mayEdit } }: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const form = useDomainForm({
    domain, part: BRAND, words: useDomainWords((name, value) => (name === 'logo' ? t(value === '' ? 'noLogo' : 'aLogo') : null)),
    rules: { colour: [(colour) => colour === '' || SIX_DIGITS.test(colour) || t('colourWrong')] },
  });
  return (
    <PageSection anchor="brand" title={t('sections.brand')} lead={t('leads.brand')}>
      <SectionForm form={form} label={t('sections.brand')} mayEdit={mayEdit}>
        <LogoField logo={form.values.logo} mayEdit={mayEdit} onChange={(logo) => form.set('logo', logo)} />
        <div className={css['fields']}><ColourField label={t('fields.colour')} hint={t('hints.colour')} disabled={!mayEdit} {...form.field('colour')} /></div>
      </SectionForm>
    </PageSection>
  );
}

function LogoField({ logo, mayEdit, onChange }: { readonly logo: string; readonly mayEdit: boolean; readonly onChange: (logo: string) => void }) {
  const { t } = useTranslation('domainConfig');
  const { t: form } = useTranslation('form');
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (input.current !== null) input.current.value = '';
    if (file === undefined) return;
    const [, [fault]] = fileFaults([file], { accept: LOGO_KINDS, maxBytes: MOST_LOGO_BYTES });
    const { size, unit } = sizeParts(MOST_LOGO_BYTES);
    if (fault !== undefined) return setTrouble(fault.kind === 'size' ? form('fileTooLarge', { name: file.name, size, unit }) : form('fileOfOtherKind', { name: file.name }));
    const made = await smallLogo(file);
    setTrouble(made === null ? t('logoUnreadable') : null);
    if (made !== null) onChange(made);
  };
  return (
    <div className={css['logo']}>
      <span className={css['logoPlace']}>{logo === '' ? <span className={css['quiet']}>{t('noLogo')}</span> : <img src={logo} alt={t('fields.logo')} />}</span>
      <div>
        <div className={css['acts']}>
          <Button disabled={!mayEdit} onClick={() => input.current?.click()}>{t('chooseLogo')}</Button>
          {logo === '' ? null : <Button disabled={!mayEdit} onClick={() => onChange('')}>{t('removeLogo')}</Button>}
        </div>
        <input ref={input} type="file" accept={LOGO_KINDS} aria-label={t('chooseLogo')} hidden onChange={(event) => void choose(event.currentTarget.files?.[0])} />
        <p className={css['hint']}>{t('hints.logo')}</p>
        <FormTrouble words={trouble} />
      </div>
    </div>
  );
}
