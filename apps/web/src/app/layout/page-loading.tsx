import { useState, type ReactNode } from 'react';
import { createLoading } from '../../kit/loading/loading-store.ts';
import { LoadingProvider } from '../../kit/loading/loading-overlay.tsx';

/**
 * What covers the pages behind sign-in while something is under way; those before it have nothing
 * that takes so long.
 */
export function PageLoading({ children }: { children: ReactNode }) {
  const [loading] = useState(() => createLoading());
  return <LoadingProvider loading={loading}>{children}</LoadingProvider>;
}
