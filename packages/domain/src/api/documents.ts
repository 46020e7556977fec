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
import { endpoint, IDEMPOTENCY_PROBLEMS } from './endpoint.ts';

const OF_QUERY = [
  'collection-unknown',
  'document-forbidden',
  'field-refused',
  'query-contradictory',
  'query-cursor',
  'query-list',
  'query-operator',
  'query-order',
  'query-too-wide',
] as const;

const OF_WRITE = [
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
  'field-refused',
  'limit-batch',
  'limit-size',
] as const;

/** Problems of values and field paths that no document can contain. */
const OF_VALUE = [
  'value-invalid',
  'value-too-deep',
  'field-name-invalid',
  'field-path-invalid',
  'field-paths-conflict',
  'transform-misplaced',
  'delete-misplaced',
  'merge-field-missing',
  'merge-contradictory',
  'precondition-invalid',
  'limit-fields',
  'limit-keys',
  'limit-values',
] as const;

/** Problems of rules of single collections. */
const OF_INVARIANTS = [
  'correction-limit-reached',
  'correction-time-invalid',
  'device-limit-reached',
  'device-type-code-in-use',
  'device-type-in-use',
  'device-type-streams-in-use',
  'domain-in-use',
  'domain-tree-conflict',
  'loan-begun-in-use',
  'loan-borrower-missing',
  'loan-device-archived',
  'loan-overlap-conflict',
  'loan-owner-invalid',
  'loan-return-invalid',
  'loan-returned-archived',
  'loan-span-invalid',
  'member-level-refused',
  'member-limit-reached',
  'note-time-invalid',
  'owner-last',
  'partner-bills-in-use',
  'partner-customer-invalid',
  'partner-customer-taken',
  'room-devices-in-use',
  'room-limit-reached',
  'room-recorded-in-use',
  'sign-in-methods-invalid',
  'threshold-crossed-conflict',
  'view-in-use',
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
    problems: ['collection-unknown'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/api/documents/list',
    summary: 'List the documents that match a query',
    caller: 'member',
    body: listCall,
    reply: listReply,
    problems: OF_QUERY,
  }),
  count: endpoint({
    method: 'POST',
    path: '/api/documents/count',
    summary: 'Count the documents that match a query',
    caller: 'member',
    body: countCall,
    reply: countReply,
    problems: OF_QUERY,
  }),
  /** May be sent again under its `Idempotency-Key`. */
  commit: endpoint({
    method: 'POST',
    path: '/api/documents/commit',
    summary: 'Write several documents atomically',
    caller: 'member',
    body: commitCall,
    reply: commitReply,
    problems: [...OF_WRITE, ...OF_VALUE, ...OF_INVARIANTS, ...IDEMPOTENCY_PROBLEMS],
  }),
};
