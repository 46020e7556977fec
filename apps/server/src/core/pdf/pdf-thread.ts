import type { ProblemError } from '@yamori/domain';
import { runInThread, type ThreadLimits } from '../messaging/jobs/managed-thread.ts';

/** Messages of a drawing thread (pdf-worker.ts). */
export type FromPdfThread =
  | { readonly kind: 'made'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

type PdfThread<Input> = {
  /** A worker that calls `handleDrawing`. */
  readonly script: URL;
  readonly input: Input;
  readonly signal: AbortSignal;
  /** Describes the work in error messages, for example `the making of a report`. */
  readonly work: string;
  readonly refused: {
    readonly silent: (seconds: number) => ProblemError;
    readonly memory: (limitMib: number) => ProblemError;
  };
  readonly limits?: ThreadLimits;
};

const LIMITS: ThreadLimits = { silentSeconds: 60, memoryMib: 512 };

/** Draws pages in a separate thread, so that the computation does not delay alarms. */
export const drawInThread = <Input>({
  script,
  input,
  signal,
  work,
  refused,
  limits = LIMITS,
}: PdfThread<Input>): Promise<Uint8Array> =>
  runInThread<FromPdfThread, Uint8Array>({
    script,
    start: input,
    limits,
    signal,
    work,
    refused,
    toOutcome: (message) => {
      if (message.kind === 'failed') throw new Error(`${work} failed: ${message.reason}`);
      return { value: message.bytes };
    },
  });
