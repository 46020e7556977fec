import { z } from 'zod';
import type { Core } from '../../core/context.ts';
import type { RetryJob } from '../../core/messaging/jobs/job-kind.ts';
import type { Module } from '../../core/module.ts';
import { IMPORT_JOB } from './import-context.ts';
import { openImports, type Imports, type ImportsOptions } from './imports.ts';

type ImportModule = Module & Imports & { readonly retries: Readonly<Record<string, RetryJob>> };

/** Imports recordings from files into the timeline. */
export function openImportModule(
  core: Core,
  options: Pick<ImportsOptions, 'limits' | 'afterStored' | 'afterRemoved'>,
): ImportModule {
  const imports = openImports({ ...core, ...options });
  return { ...imports, retries: { [IMPORT_JOB]: retryImport(core) } };
}

/** A failed removal can only be repeated on the import screen. */
const retryable = z.object({ action: z.enum(['import', 'rerun']) });

const retryImport = ({ jobs }: Core): RetryJob => ({
  may: (parameters) => retryable.safeParse(parameters).success,
  order: (queries, { rootDomainId, subject, parameters }) =>
    jobs.add(queries, {
      rootDomainId,
      kind: IMPORT_JOB,
      subject,
      parameters: retryable.parse(parameters),
    }),
});
