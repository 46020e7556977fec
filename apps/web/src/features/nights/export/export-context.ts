import { createContext, useContext } from 'react';
import { createHttp } from '../../../api/http.ts';
import { createExportClient, type ExportClient } from '../../../api/export-client.ts';

/** The server of the page, unless somebody hands in another. */
export const ExportContext = createContext<ExportClient>(
  createExportClient(createHttp({ fetch: (url, init) => fetch(url, init) })),
);

export const useExports = (): ExportClient => useContext(ExportContext);
