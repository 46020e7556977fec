export function runQueues<Stage, Result>(
  queues: readonly (readonly Stage[])[],
  runStage: (stage: Stage, print: ((text: string) => void) | null) => Promise<Result>,
  options: { readonly print: (text: string) => void; readonly signal: AbortSignal },
): Promise<Result[]>;
