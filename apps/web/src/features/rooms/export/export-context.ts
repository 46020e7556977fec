import { createContext, useContext } from 'react';
import { createExportClient, type ExportClient } from '../../../client/export-client.ts';

/** The server of the page, unless somebody hands in another. */
export const ExportContext = createContext<ExportClient>(
  createExportClient({ fetch: (url, init) => fetch(url, init) }),
);

export const useExports = (): ExportClient => useContext(ExportContext);
