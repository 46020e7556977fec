import {
  commitCall,
  commitReply,
  countCall,
  countReply,
  listCall,
  listReply,
  readCall,
  readReply,
} from '../contract/document-messages.ts';
import { endpoint } from './endpoint.ts';

const OF_QUERY = [
  'collection-unknown',
  'document-forbidden',
  'query-contradictory',
  'query-cursor',
  'query-list',
  'query-operator',
  'query-order',
  'query-too-wide',
] as const;

/** The document layer; live queries use the same shapes over the socket. */
export const documentApi = {
  read: endpoint({
    method: 'POST',
    path: '/api/documents/read',
    summary: 'Read documents by their paths',
    caller: 'member',
    body: readCall,
    reply: readReply,
    problems: ['path-invalid', 'collection-unknown'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/api/documents/list',
    summary: 'List the documents of a query',
    caller: 'member',
    body: listCall,
    reply: listReply,
    problems: OF_QUERY,
  }),
  count: endpoint({
    method: 'POST',
    path: '/api/documents/count',
    summary: 'Count the documents of a query',
    caller: 'member',
    body: countCall,
    reply: countReply,
    problems: OF_QUERY,
  }),
  /** May be sent again under its `Idempotency-Key`. */
  commit: endpoint({
    method: 'POST',
    path: '/api/documents/commit',
    summary: 'Write documents, all or none',
    caller: 'member',
    body: commitCall,
    reply: commitReply,
    problems: [
      'path-invalid',
      'collection-unknown',
      'document-invalid',
      'document-forbidden',
      'document-not-found',
      'document-exists',
      'document-placement-invalid',
      'document-conflict',
      'document-key-taken',
      'document-parent-missing',
      'document-in-use',
      'limit-batch',
      'limit-size',
    ],
  }),
};
