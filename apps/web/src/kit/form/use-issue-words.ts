import { useTranslation } from 'react-i18next';
import { issueWords, type Issue } from './issue-words.ts';

/** Texts of schema issues, from the browser or the server, in the reader's language. */
export function useIssueWords(): (issue: Issue) => string {
  const { i18n } = useTranslation('validation');
  return (issue) => issueWords(i18n, issue);
}
