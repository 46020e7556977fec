/** Runs the steps one after the other. */
export const closeAll = (steps: readonly (() => unknown)[]) => async (): Promise<void> => {
  for (const step of steps) await step();
};

type CloseLog = Readonly<Record<'warn' | 'error', (fields: object, text: string) => void>>;

export type CloseStep = {
  readonly name: string;
  readonly limitMs: number;
  readonly close: () => unknown;
};

/**
 * Closes one step. Logs a step that fails or exceeds its limit and continues, so that the other
 * steps keep their time.
 */
export async function closeWithin(
  { name, limitMs, close }: CloseStep,
  log: CloseLog,
): Promise<void> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), limitMs);
  try {
    const closed = Promise.resolve().then(close);
    // It may still fail after the limit.
    closed.catch(() => undefined);
    if ((await Promise.race([closed, late.promise])) === 'late')
      log.warn({ module: name, limitMs }, 'shutdown: module did not close in time');
  } catch (error) {
    log.error({ err: error, module: name }, 'shutdown: module failed to close');
  } finally {
    clearTimeout(timer);
  }
}

/** Monotonic milliseconds; `totalMs`: limit of all steps together. */
type CloseDeadline = { readonly totalMs: number; readonly elapsedMs: () => number };

/** Closes steps in reverse order. Slow steps leave the later ones less time. */
export async function closeNewestFirst(
  steps: readonly CloseStep[],
  log: CloseLog,
  { totalMs, elapsedMs }: CloseDeadline,
): Promise<void> {
  const endsAtMs = elapsedMs() + totalMs;
  for (const step of steps.toReversed()) {
    const limitMs = Math.max(0, Math.min(step.limitMs, endsAtMs - elapsedMs()));
    await closeWithin({ ...step, limitMs }, log);
  }
}
