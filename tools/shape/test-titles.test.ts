import { describe, expect, it } from 'vitest';
import { isSentence } from './test-titles.ts';

const judge = (text: string, ...units: string[]): boolean => isSentence({ line: 1, text, units });

describe('isSentence', () => {
  it.each([
    'an EIT device appears as one channel on the room timeline',
    'developer levels can access every domain',
    '%s reads its own notes',
    'A record without a patient stays out of the list',
    'rooms keep their order',
    'record 100 is read from its bundle',
    'a port that another program holds is named',
    'a loan that %s is rejected',
    'a group whose members cannot be notified gets a warning',
    'the delay is short when only one socket closed',
    '%s',
  ])('accepts a clause with a subject and a finite verb: %s', (text) => {
    expect(judge(text)).toBe(true);
  });

  it.each([
    'raises one call for a press that is read twice',
    'does not retry',
    'never writes twice',
  ])('accepts an active verb only under a describe that names the unit: %s', (text) => {
    expect(judge(text, 'AlarmEvaluator')).toBe(true);
    expect(judge(text, 'the alarm evaluator')).toBe(true);
    expect(judge(text, 'what a room is told')).toBe(false);
    expect(judge(text)).toBe(false);
  });

  it.each([
    'a record without a patient',
    'a port that another program holds',
    'a data folder that cannot be written',
    'a report of messages',
    'level %i',
    '%j: %s',
  ])('rejects a noun phrase without a finite verb of its own: %s', (text) => {
    expect(judge(text, 'the alarm evaluator')).toBe(false);
  });

  it.each([
    'is refused when it answers for another page',
    'has rows for the stages',
    'of another organisation is refused',
    'that is not there says so',
    'keep their order',
    'asked twice gives one answer',
  ])('rejects a predicate without its actor: %s', (text) => {
    expect(judge(text, 'the alarm evaluator')).toBe(false);
  });
});
