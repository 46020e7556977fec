import { writeFileSync } from 'node:fs';

/** Writes a fitted model as JSON, for the formatter to wrap. */
export const writeModel = (path: string, model: Readonly<Record<string, unknown>>): void =>
  writeFileSync(
    new URL(`../../packages/signal/src/${path}`, import.meta.url),
    `${JSON.stringify(model, null, 2)}\n`,
  );
