import { useMemo } from 'react';
import { createHistoryClient, type HistoryClient } from '../../api/history-client.ts';
import { useHttp } from '../../api/http-context.ts';

export function useHistoryClient(): HistoryClient {
  const http = useHttp();
  return useMemo(() => createHistoryClient(http), [http]);
}
