import { expect, it } from 'vitest';
import { parseSelection } from './test-selection.mjs';
import { getQueues } from './test-stages.mjs';

/** Names of the stages of each queue, without their tools. */
function getNames(...args: string[]) {
  const { queues, last } = getQueues(parseSelection(args) ?? expect.fail('no selection'));
  const toNames = (stages: (typeof queues)[number]): string[] =>
    stages.map(({ name }) => name.replace(/ \(.*/, ''));
  return { queues: queues.map(toNames), last: toNames(last) };
}

const CHECKS = ['format', 'types', 'lint', 'imports', 'shape', 'texts', 'commits'];

it('a whole run has replays in parallel with the other stages, and the cases last', () => {
  expect(getNames()).toEqual({
    queues: [
      [...CHECKS, 'tests in Node', 'components in the browser', 'journeys'],
      ['replayed recordings'],
    ],
    last: ['cases'],
  });
});

it('npm run check has the units in parallel with the checks', () => {
  expect(getNames('--part', 'checks', '--part', 'units')).toEqual({
    queues: [CHECKS, ['units', 'units of the web application']],
    last: [],
  });
});

it('a shard has all parts but not the cases, which need the reports of all tests', () => {
  const { queues, last } = getNames('--shard', '1/2');
  expect(queues).toEqual(getNames().queues);
  expect(last).toEqual([]);
});

it('stages that run in parallel write different reports', () => {
  const { queues } = getQueues(parseSelection([]) ?? expect.fail('no selection'));
  const reports = queues.flat().flatMap(({ report }) => (report === undefined ? [] : [report]));
  expect(reports).toHaveLength(4);
  expect(new Set(reports).size).toBe(4);
});

it('chosen tests run in one queue after the types', () => {
  expect(getNames('keys-only', 'reports.test')).toEqual({
    queues: [['types', 'tests in Node', 'journeys']],
    last: [],
  });
});
