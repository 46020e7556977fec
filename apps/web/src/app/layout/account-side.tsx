import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { AccountProvider } from '../account-provider.tsx';
import { PageDialogs } from './page-dialogs.tsx';
import { PageLoading } from './page-loading.tsx';

/** What pages about the account need and the sign-in page does not: a chunk of its own. */
export function AccountSide({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, networkMode: 'always' } } }));
  return <QueryClientProvider client={queries}><AccountProvider><PageLoading><PageDialogs>{children}</PageDialogs></PageLoading></AccountProvider></QueryClientProvider>;
}
