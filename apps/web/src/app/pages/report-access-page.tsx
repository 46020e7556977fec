import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../api/use-request.ts';
import { ReportAccessScreen } from '../../features/registration/report-access-screen.tsx';
import { LinkedReport } from '../../features/reports/linked-report.tsx';
import { loadTexts } from '../../locales/translation.ts';
import { Spinner } from '../../kit/pages/spinner.tsx';

/** A one-time link, and the report that it opens. */
export const ReportAccessPage = () => <ReportAccessScreen Report={OpenedReport} />;

/**
 * The texts of reports load with those behind sign-in, which are unnecessary before the link is
 * used.
 */
function OpenedReport({ reportId }: { readonly reportId: string }) {
  const { i18n } = useTranslation();
  const queries = useMemo(
    () => new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } }),
    [],
  );
  const words = useRequest(i18n.language, () => loadTexts(i18n, 'ward'));
  if (words.kind !== 'ready') return <Spinner size={28} />;
  return (
    <QueryClientProvider client={queries}>
      <LinkedReport reportId={reportId} />
    </QueryClientProvider>
  );
}
