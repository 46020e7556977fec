import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { openQueries } from '../query-client.ts';
import { PageDialogs } from './page-dialogs.tsx';
import { PageLoading } from './page-loading.tsx';

/**
 * Providers for the pages about the account, which the sign-in page does not need: a separate
 * chunk.
 */
export function AccountProviders({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(openQueries);
  return (
    <QueryClientProvider client={queries}>
      <PageLoading>
        <PageDialogs>{children}</PageDialogs>
      </PageLoading>
    </QueryClientProvider>
  );
}
