import { useState, type ReactNode } from 'react';
import { createLoading } from '../../kit/loading/loading-store.ts';
import { LoadingProvider } from '../../kit/loading/loading-overlay.tsx';

/**
 * The loading overlay for the pages behind sign-in; the pages before it have no long operations.
 */
export function PageLoading({ children }: { children: ReactNode }) {
  const [loading] = useState(() => createLoading());
  return <LoadingProvider loading={loading}>{children}</LoadingProvider>;
}
