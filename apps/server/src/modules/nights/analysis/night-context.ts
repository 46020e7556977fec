import type { Logger } from 'pino';
import type { Database } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Jobs } from '../../../core/messaging/jobs/jobs.ts';
import type { Timeline } from '../../../core/timeline/timeline.ts';

export type NightContext = {
  readonly database: Database & { readonly url: string };
  readonly store: DocumentStore;
  readonly timeline: Timeline;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
};

export const NIGHT_JOB = 'analyse-night';

/** Subject of the analysis job of a night. */
export const nightSubject = ({
  roomId,
  night,
}: {
  readonly roomId: string;
  readonly night: string;
}): string => `${roomId}/${night}`;
export const nightPath = ({
  roomId,
  night,
}: {
  readonly roomId: string;
  readonly night: string;
}): string => `room/${roomId}/sleep/${night}`;
