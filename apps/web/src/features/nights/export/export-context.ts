import { createContext, useContext } from 'react';
import { createHttp } from '../../../api/http.ts';
import { createExportClient, type ExportClient } from '../../../api/export-client.ts';

/** Defaults to the server of the page. */
export const ExportContext = createContext<ExportClient>(
  createExportClient(createHttp({ fetch: (url, init) => fetch(url, init) })),
);

export const useExports = (): ExportClient => useContext(ExportContext);
