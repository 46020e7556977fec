import { useTranslation } from 'react-i18next';
import type { ConflictLabels } from '../../../kit/form/conflict-dialog.tsx';

const NAMED = [
  'name',
  'nameKana',
  'code',
  'contact',
  'address',
  'timeZone',
  'nightStartsAt',
  'contractFrom',
  'contractTo',
  'rooms',
  'devices',
  'members',
  'signInMethods',
  'mfaRequired',
  'logo',
  'colour',
  'defaultViewId',
  'escalation',
] as const;

/**
 * Formats fields of an organisation and their values; `sayMore` handles values that need more than
 * their text.
 */
export function useDomainLabels(
  sayMore: (name: string, value: unknown) => string | null = () => null,
): ConflictLabels {
  const { t } = useTranslation('domainConfig');
  return {
    getLabel: (name) => {
      const known = NAMED.find((candidate) => candidate === name);
      return known === undefined ? name : t(`fields.${known}`);
    },
    formatValue: (name, value) => {
      const more = sayMore(name, value);
      if (more !== null) return more;
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      return text === '' ? t('nothing') : text;
    },
  };
}
