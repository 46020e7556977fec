/** A boot step; later steps may use what it has set up. */
type BootStep = { readonly name: string; readonly run: () => Promise<void> };

type BootOutcome =
  | { readonly kind: 'ready' }
  | { readonly kind: 'redirected'; readonly address: string }
  | { readonly kind: 'failed'; readonly step: string };

/** Thrown by a step to redirect to an address. */
export class BootRedirect extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`redirect to ${address}`);
    this.name = 'BootRedirect';
    this.address = address;
  }
}

type BootActions = {
  readonly redirect: (address: string) => void;
  readonly log: (message: string, error: unknown) => void;
};

/**
 * Runs the steps in order (specification, sections 1 and 4). A step can throw a `BootRedirect`; any
 * other error is logged, and nothing is mounted.
 */
export async function runBoot(
  steps: readonly BootStep[],
  actions: BootActions,
): Promise<BootOutcome> {
  for (const step of steps) {
    try {
      await step.run();
    } catch (error) {
      if (error instanceof BootRedirect) {
        actions.redirect(error.address);
        return { kind: 'redirected', address: error.address };
      }
      actions.log(`boot step "${step.name}" failed`, error);
      return { kind: 'failed', step: step.name };
    }
  }
  return { kind: 'ready' };
}
