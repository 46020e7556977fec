import { createContext, useContext } from 'react';
import type { HistoryClient } from '../../client/history-client.ts';

export const HistoryContext = createContext<HistoryClient | null>(null);

export function useHistoryClient(): HistoryClient {
  const client = useContext(HistoryContext);
  if (client === null) throw new Error('HistoryContext is missing');
  return client;
}
