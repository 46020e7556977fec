import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../kit/theme/preferences.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { keepChosenLanguage } from './chosen-language.ts';
import css from './language-switch.module.css';

/**
 * The language of the pages before sign-in. Each is named in itself, for users who cannot read the
 * page.
 */
export function LanguageSwitch() {
  const { t } = useTranslation('frame');
  const [{ language }, change] = usePreferences();
  const choose = (name: Language): void => {
    keepChosenLanguage(globalThis.sessionStorage, name, Date.now());
    change({ language: name });
  };
  return (
    <fieldset className={css['switch']} aria-label={t('language')}>
      {LANGUAGES.map((name) => (
        <button
          key={name}
          type="button"
          lang={name}
          aria-pressed={language === name}
          onClick={() => choose(name)}
        >
          {t(`languages.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}
