import type { Problem } from '@yamori/domain';
import { useTranslation } from 'react-i18next';

/**
 * As codes are written. Some come by a page's address, where anybody may write anything: that is
 * never said in our name.
 */
const CODE = /^[a-z0-9-]{1,60}$/;

/**
 * Words of a named problem. A code without words of its own falls back to a polite sentence that
 * names it.
 */
export function useProblemWords(): (problem: Problem) => string {
  const { t, i18n } = useTranslation('problems');
  return (problem) => {
    const code = CODE.test(problem.code) ? problem.code : 'unknown';
    const known = i18n.exists(code, { ns: 'problems' });
    // Whether the code has words is asked at run time, one line above; the keys' type cannot know
    // it.
    const key = (known ? code : 'unknown') as 'unknown';
    return t(key, { code, ...problem.details });
  };
}
