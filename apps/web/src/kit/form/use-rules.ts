import { useTranslation } from 'react-i18next';
import { createRules, type Rules } from './form-rules.ts';

/** Rules that say in the reader's language what is wrong. */
export function useRules(): Rules {
  const { t } = useTranslation('validation');
  return createRules(t);
}
