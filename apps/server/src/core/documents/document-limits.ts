import { LIVE_MOST_DOCUMENTS } from '@yamori/domain';

/**
 * Limits of the document layer. What goes beyond one is refused with the problem named beside it.
 */
export type DocumentLimits = {
  /** `limit-batch` */
  readonly writesPerBatch: number;
  /** `limit-size`: UTF-8 bytes of a document's fields as stored. */
  readonly documentBytes: number;
  /** Documents of a list that names no limit (specification, section 9). */
  readonly defaultPage: number;
  /**
   * `query-too-wide`: documents that a question the database cannot answer by itself may look at.
   */
  readonly scannedDocuments: number;
  /** `query-too-wide`: documents that a live question without a limit may hold. */
  readonly subscriptionDocuments: number;
  /**
   * Changed documents kept for a reader that falls behind; beyond them it gets everything again.
   */
  readonly pendingChanges: number;
  /** For how long a resume token is good. */
  readonly resumeMs: number;
  /** `resume` looks at this many changes at most before it reloads instead. */
  readonly resumeChanges: number;
};

export const DEFAULT_DOCUMENT_LIMITS: DocumentLimits = {
  writesPerBatch: 500,
  documentBytes: 1_048_576,
  defaultPage: 50,
  scannedDocuments: 10_000,
  subscriptionDocuments: LIVE_MOST_DOCUMENTS,
  pendingChanges: 1_000,
  resumeMs: 120_000,
  resumeChanges: 5_000,
};
