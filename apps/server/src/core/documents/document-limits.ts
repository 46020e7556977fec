import { MAX_LIVE_DOCUMENTS } from '@yamori/domain';

/** Limits of the document layer, each with the problem that exceeding it causes. */
export type DocumentLimits = {
  /** `limit-batch` */
  readonly writesPerBatch: number;
  /** `limit-size`: UTF-8 bytes of a document's fields as stored. */
  readonly documentBytes: number;
  /** Page size of a list without a limit (specification, section 9). */
  readonly defaultPage: number;
  /** `query-too-wide`: documents that a query may scan when SQL cannot answer it exactly. */
  readonly scannedDocuments: number;
  /** `query-too-wide`: documents of a live query without a limit. */
  readonly subscriptionDocuments: number;
  /** Changed documents kept for a slow reader; beyond this it reloads everything. */
  readonly pendingChanges: number;
  /** Validity of a resume token. */
  readonly resumeMs: number;
  /** Changes that `resume` reads at most before it reloads instead. */
  readonly resumeChanges: number;
};

export const DEFAULT_DOCUMENT_LIMITS: DocumentLimits = {
  writesPerBatch: 500,
  documentBytes: 1_048_576,
  defaultPage: 50,
  scannedDocuments: 10_000,
  subscriptionDocuments: MAX_LIVE_DOCUMENTS,
  pendingChanges: 1_000,
  resumeMs: 120_000,
  resumeChanges: 5_000,
};
