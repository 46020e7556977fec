import { ProblemError } from '@yamori/domain';
import {
  isEngineAnswer,
  isEngineCall,
  type CommandName,
  type CsvCommands,
  type EngineAnswer,
  type EngineCall,
  type Progress,
} from './engine/csv-message.ts';

/** The page's interface to a table: its commands and their progress. */
export type CsvHost = CsvCommands & {
  readonly onProgress: (listener: (progress: Progress) => void) => () => void;
  readonly close: () => void;
};

type Port = {
  readonly postMessage: (message: unknown) => void;
  readonly listen: (onMessage: (data: unknown) => void) => void;
  readonly close: () => void;
};

/** Uses a worker that runs `csv-worker.ts`. */
export function csvHostOver(port: Port): CsvHost {
  const waiting = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }
  >();
  const listeners = new Set<(progress: Progress) => void>();
  const state = { id: 0 };
  port.listen((data) => {
    if (!isEngineAnswer(data)) return;
    if (data.csv === 'progress') for (const listener of listeners) listener(data.progress);
    else {
      const call = waiting.get(data.id);
      waiting.delete(data.id);
      // Both ends of the port use the types of CsvCommands.
      if (data.csv === 'answer') call?.resolve(data.value as never);
      else call?.reject(new ProblemError(data.problem));
    }
  });
  const call =
    <Name extends CommandName>(command: Name) =>
    (...args: Parameters<CsvCommands[Name]>): ReturnType<CsvCommands[Name]> => {
      const id = state.id++;
      const message: EngineCall = { csv: 'call', id, command, args };
      // As above.
      const answer = new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      }) as ReturnType<CsvCommands[Name]>;
      port.postMessage(message);
      return answer;
    };
  return {
    open: call('open'),
    check: call('check'),
    rows: call('rows'),
    start: call('start'),
    sendMinutes: call('sendMinutes'),
    refusedFile: call('refusedFile'),
    onProgress: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      for (const { reject } of waiting.values()) reject(new ProblemError('csv-import-not-found'));
      waiting.clear();
      port.close();
    },
  };
}

/** Runs a command of the page on the engine, and sends the result. */
export async function answerCall(
  engine: CsvCommands,
  data: unknown,
  answer: (message: EngineAnswer) => void,
): Promise<void> {
  if (!isEngineCall(data)) return;
  const { id, command, args } = data;
  try {
    // The host above sends the arguments of the same command.
    const run = engine[command] as (...given: readonly unknown[]) => Promise<unknown>;
    answer({ csv: 'answer', id, value: await run(...args) });
  } catch (error) {
    answer({
      csv: 'refused',
      id,
      problem: error instanceof ProblemError ? error.problem : { code: 'server-failed' },
    });
  }
}
