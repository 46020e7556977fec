import { ProblemError, type Problem } from '@yamori/domain';
import { useEffect, useRef, useState } from 'react';
import {
  type ExportProgress,
  type ExportRequest,
  useExportApi,
} from '../../../shared/exports/api.ts';
import { saveFile } from '../../../kit/save-file.ts';

export type ExportRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: ExportProgress }
  | { readonly kind: 'done'; readonly fileName: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** One export at a time; leaving the screen cancels it. */
export function useExport(): {
  readonly run: ExportRun;
  readonly start: (request: ExportRequest) => void;
  readonly cancel: () => void;
} {
  const client = useExportApi();
  const [run, setRun] = useState<ExportRun>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (request: ExportRequest): void => {
    const abort = new AbortController();
    running.current = abort;
    setRun({ kind: 'running', progress: { bytes: 0, share: null } });
    client
      .download(request, abort.signal, (progress) => {
        if (!abort.signal.aborted) setRun({ kind: 'running', progress });
      })
      .then(
        ({ blob, fileName }) => {
          saveFile(blob, fileName);
          setRun({ kind: 'done', fileName, bytes: blob.size });
        },
        (error: unknown) => {
          if (!abort.signal.aborted)
            setRun({
              kind: 'failed',
              problem: error instanceof ProblemError ? error.problem : { code: 'server-failed' },
            });
        },
      );
  };
  const cancel = (): void => {
    running.current?.abort();
    setRun({ kind: 'idle' });
  };
  return { run, start, cancel };
}
