import type { Problem } from '@yamori/domain';
import { useTranslation } from 'react-i18next';

/** Words of a named problem. A code without words of its own falls back to a polite sentence that names it. */
export function useProblemWords(): (problem: Problem) => string {
  const { t, i18n } = useTranslation('problems');
  return (problem) => {
    const known = i18n.exists(problem.code, { ns: 'problems' });
    // Whether the code has words is asked at run time, one line above; the keys' type cannot know it.
    const key = (known ? problem.code : 'unknown') as 'unknown';
    return t(key, { code: problem.code, ...problem.details });
  };
}
