import { documentApi } from '@yamori/domain';
import type { DocumentCalls } from '../live/documents/document-transport.ts';
import type { HttpOptions } from './http-call.ts';
import { createHttp } from './http.ts';

/** The calls of the document layer over HTTP. */
export function createHttpTransport(options: HttpOptions): DocumentCalls {
  const http = createHttp(options);
  return {
    read: async (paths) =>
      (await http.call(documentApi.read, { body: { paths: [...paths] } })).documents,
    list: async (query, ahead = false) => {
      const body = { query, ...(ahead ? { ahead } : {}) };
      return (await http.call(documentApi.list, { body })).documents;
    },
    count: async (query) => (await http.call(documentApi.count, { body: { query } })).count,
    commit: async (writes) =>
      (await http.call(documentApi.commit, { body: { writes: [...writes] } })).documents,
  };
}
