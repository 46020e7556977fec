import { useMemo } from 'react';
import { createHistoryClient, type HistoryClient } from '../../client/history-client.ts';
import { useHttp } from '../../client/http-context.ts';

export function useHistoryClient(): HistoryClient {
  const http = useHttp();
  return useMemo(() => createHistoryClient(http), [http]);
}
