import { useTranslation } from 'react-i18next';
import { issueWords, type Issue } from './issue-words.ts';

/** Words of what a schema found wrong, ours or the server's, in the reader's language. */
export function useIssueWords(): (issue: Issue) => string {
  const { i18n } = useTranslation('validation');
  return (issue) => issueWords(i18n, issue);
}
