import { createContext, useContext } from 'react';
import type { HttpOptions } from '../../api/http-call.ts';
import { createCsvClient, type CsvClient } from './api.ts';
import { csvHostOver, type CsvHost } from './csv-host.ts';

/** The server of the page, and a worker for one table. */
export type CsvAccess = {
  readonly client: CsvClient;
  readonly openHost: () => CsvHost;
  readonly newId: () => string;
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
};

function openWorkerHost(): CsvHost {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), {
    type: 'module',
    name: 'csv',
  });
  return csvHostOver({
    postMessage: (message) => worker.postMessage(message),
    listen: (onMessage) =>
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data)),
    close: () => worker.terminate(),
  });
}

const http: HttpOptions = { fetch: (url, init) => fetch(url, init) };

/** A random UUID version 4; `crypto.randomUUID` is absent on pages without TLS. */
export function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** Does nothing without storage. */
const memory: CsvAccess['memory'] = {
  getItem: (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      /* full or forbidden */
    }
  },
};

/** Defaults to the page's own. */
export const CsvAccessContext = createContext<CsvAccess>({
  client: createCsvClient(http),
  openHost: openWorkerHost,
  newId: newImportId,
  memory,
});
export const useCsvAccess = (): CsvAccess => useContext(CsvAccessContext);
