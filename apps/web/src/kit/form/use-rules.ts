import { useTranslation } from 'react-i18next';
import { createRules, type Rules } from './form-rules.ts';

/** Rules with error texts in the reader's language. */
export function useRules(): Rules {
  const { t } = useTranslation('validation');
  return createRules(t);
}
