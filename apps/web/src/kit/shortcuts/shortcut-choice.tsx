import { useTranslation } from 'react-i18next';
import { ToggleField } from '../form/check-field.tsx';
import { usePreferences } from '../theme/preferences-context.tsx';

/**
 * Single-key shortcuts can be disabled, for users of speech input or with accidental key presses
 * (WCAG 2.1.4).
 */
export function ShortcutChoice() {
  const { t } = useTranslation('help');
  const [{ shortcuts }, change] = usePreferences();
  return (
    <ToggleField
      label={t('shortcutsOn')}
      hint={t('shortcutsOnWhy')}
      name="shortcuts"
      checked={shortcuts}
      onChange={(checked) => change({ shortcuts: checked })}
    />
  );
}
