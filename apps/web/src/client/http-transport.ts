import { commitReply, countReply, listReply, readReply } from '@yamori/domain';
import type { DocumentCalls } from './document-transport.ts';
import { callJson, type HttpOptions } from './http-call.ts';

/** The calls of the document layer over HTTP: `POST /api/documents/{verb}`. */
export const createHttpTransport = (options: HttpOptions): DocumentCalls => ({
  read: async (paths) =>
    (await callJson(options, 'POST', '/api/documents/read', { paths }, readReply)).documents,
  list: async (query, ahead = false) =>
    (
      await callJson(
        options,
        'POST',
        '/api/documents/list',
        { query, ...(ahead ? { ahead } : {}) },
        listReply,
      )
    ).documents,
  count: async (query) =>
    (await callJson(options, 'POST', '/api/documents/count', { query }, countReply)).count,
  commit: async (writes) =>
    (await callJson(options, 'POST', '/api/documents/commit', { writes }, commitReply)).documents,
});
