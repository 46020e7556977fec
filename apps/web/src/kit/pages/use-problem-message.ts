import type { Problem } from '@yamori/domain';
import { useTranslation } from 'react-i18next';

/**
 * Syntax of codes. Some arrive in a page's address, which anyone can write, so other text is never
 * shown.
 */
const CODE = /^[a-z0-9-]{1,60}$/;

/** Text of a problem. A code without a text falls back to a polite sentence with the code. */
export function useProblemMessage(): (problem: Problem) => string {
  const { t, i18n } = useTranslation('problems');
  return (problem) => {
    const code = CODE.test(problem.code) ? problem.code : 'unknown';
    const known = i18n.exists(code, { ns: 'problems' });
    // The line above checks that the key exists, which the type of the keys cannot express.
    const key = (known ? code : 'unknown') as 'unknown';
    return t(key, { code, ...problem.details });
  };
}
