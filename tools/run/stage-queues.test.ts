import { expect, it } from 'vitest';
import { runQueues } from './stage-queues.mjs';

type Stage = {
  readonly name: string;
  readonly print: (text: string) => void;
  readonly inherits: boolean;
  readonly end: () => void;
};

/** Queues whose stages end when the test ends them. */
function startQueues(names: readonly (readonly string[])[]) {
  const started: Stage[] = [];
  const printed: string[] = [];
  const stopping = new AbortController();
  const print = (text: string): void => void printed.push(text);
  const ended = runQueues<string, string>(
    names,
    (name, onOutput) =>
      new Promise((resolve) => {
        started.push({
          name,
          print: onOutput ?? print,
          inherits: onOutput === null,
          end: () => resolve(`${name} ended`),
        });
      }),
    { print, signal: stopping.signal },
  );
  const find = (name: string): Stage =>
    started.find((stage) => stage.name === name) ?? expect.fail(`${name} has not started`);
  return {
    ended,
    printed,
    find,
    stop: () => stopping.abort(),
    getStartedNames: () => started.map(({ name }) => name),
    /** Ends a stage and waits until the next one of its queue has started. */
    end: async (name: string): Promise<void> => {
      find(name).end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('the queues run concurrently, the stages of one in order', async () => {
  const { getStartedNames, end } = startQueues([['types', 'lint'], ['journeys']]);
  expect(getStartedNames()).toEqual(['types', 'journeys']);
  await end('types');
  expect(getStartedNames()).toEqual(['types', 'journeys', 'lint']);
});

it('each output is printed whole, in the order of the stages', async () => {
  const { printed, find, end } = startQueues([['types', 'lint'], ['journeys'], ['replay']]);
  find('replay').print('replay 1');
  find('types').print('types 1');
  find('journeys').print('journeys 1');
  expect(printed).toEqual(['types 1']);
  await end('replay');
  await end('types');
  find('lint').print('lint 1');
  find('journeys').print('journeys 2');
  expect(printed).toEqual(['types 1', 'lint 1']);
  await end('lint');
  expect(printed).toEqual(['types 1', 'lint 1', 'journeys 1', 'journeys 2']);
  find('journeys').print('journeys 3');
  await end('journeys');
  expect(printed.slice(4)).toEqual(['journeys 3', 'replay 1']);
});

it('a stage inherits the terminal only if all stages before it have ended', async () => {
  const { find, end } = startQueues([
    ['types', 'lint'],
    ['journeys', 'replay'],
  ]);
  await end('types');
  await end('lint');
  await end('journeys');
  expect(find('types').inherits).toBe(true);
  expect(find('lint').inherits).toBe(true);
  expect(find('journeys').inherits).toBe(false);
  expect(find('replay').inherits).toBe(true);
});

it('the results are in the order of the stages, not of their ends', async () => {
  const { ended, end } = startQueues([['types', 'lint'], ['journeys']]);
  await end('journeys');
  await end('types');
  await end('lint');
  expect(await ended).toEqual(['types ended', 'lint ended', 'journeys ended']);
});

it('no stage starts after an abort, and the output of the running ones is printed', async () => {
  const { ended, printed, find, end, stop, getStartedNames } = startQueues([
    ['types', 'lint'],
    ['journeys', 'replay'],
  ]);
  find('journeys').print('journeys 1');
  stop();
  await end('journeys');
  await end('types');
  expect(await ended).toEqual(['types ended', 'journeys ended']);
  expect(getStartedNames()).toEqual(['types', 'journeys']);
  expect(printed).toEqual(['journeys 1']);
});
