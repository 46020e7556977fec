import { useTranslation } from 'react-i18next';
import { SegmentedField } from '../../../kit/form/segmented-field.tsx';
import { LANGUAGES } from '../../../kit/theme/preferences.ts';
import { usePreferences } from '../../../kit/theme/preferences-context.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';

/**
 * The language of this browser; the layout sends it to the server, for other devices and for mails.
 */
export function LanguageSection() {
  const { t } = useTranslation('profile');
  const [{ language }, change] = usePreferences();
  return (
    <PageSection title={t('language.title')} lead={t('language.lead')}>
      <SegmentedField
        label={t('language.title')}
        name="language"
        value={language}
        choices={LANGUAGES.map((name) => ({ value: name, label: t(`language.${name}`) }))}
        onChange={(name) => change({ language: name })}
      />
    </PageSection>
  );
}
