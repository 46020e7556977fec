import { useTranslation } from 'react-i18next';
import type { ConflictLabels } from '../../kit/form/conflict-dialog.tsx';
import { useViews } from '../../shared/views/use-views.ts';

const NAMED = [
  'name',
  'building',
  'floor',
  'tags',
  'capacity',
  'viewId',
  'alias',
  'sex',
  'birthYear',
  'note',
] as const;

/** Formats fields of a room and their values. */
export function useRoomFieldLabels(): ConflictLabels {
  const { t } = useTranslation('roomConfig');
  const views = useViews();
  return {
    getLabel: (name) => {
      const known = NAMED.find((candidate) => candidate === name);
      return known === undefined ? t('occupied') : t(`fields.${known}`);
    },
    formatValue: (name, value) => {
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      if (name === 'viewId')
        return (
          views.find(({ documentReferenceId }) => documentReferenceId === value)?.name ??
          t('usualView')
        );
      if (
        name === 'sex' &&
        (value === 'female' || value === 'male' || value === 'other' || value === 'unknown')
      )
        return t(`sexes.${value}`);
      const text = Array.isArray(value)
        ? value.join(t('separator'))
        : typeof value === 'string' || typeof value === 'number'
          ? String(value)
          : '';
      return text === '' ? t('nothing') : text;
    },
  };
}
