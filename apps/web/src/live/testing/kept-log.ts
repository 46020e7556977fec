import type { ClientLog, LogDetails } from '../../api/client-log.ts';

export type KeptLine = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly details: LogDetails | undefined;
};

/** A log that records its lines for tests. */
export function keptLog(): ClientLog & { readonly lines: KeptLine[] } {
  const lines: KeptLine[] = [];
  const keep = (level: KeptLine['level']) => (message: string, details?: LogDetails) => {
    lines.push({ level, message, details });
  };
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}
