import { describe, expect, it } from 'vitest';
import { parseScript, ScriptError } from './script.ts';
import { SCENARIOS, WARD_SCENARIOS } from './scenarios.ts';

describe('parseScript', () => {
  it('parses steps in order, with comments and a loop', () => {
    expect(
      parseScript(
        '# 夜\n0:00 asleep\n\n1:05 apnea 22 # 息が止まる\n1:00:00 presses long\nloop 1:10:00',
      ),
    ).toEqual({
      steps: [
        { atSeconds: 0, action: { kind: 'become', condition: 'asleep' } },
        { atSeconds: 65, action: { kind: 'apnea', value: 22 } },
        { atSeconds: 3600, action: { kind: 'press', long: true } },
      ],
      loopSeconds: 4200,
    });
  });

  it.each([
    ['0:00 flies', 1, 'no such action'],
    ['0:00 asleep\n5 wakes', 2, 'a time is'],
    ['0:10 asleep\n0:05 wakes', 2, 'back in time'],
    ['0:00 apnea', 1, 'takes a number'],
    ['0:00 apnea 500', 1, 'takes a number'],
    ['0:00 turns over', 1, 'turns to one of'],
    ['loop 1:00\n2:00 asleep', 2, 'nothing may follow'],
    ['0:60 asleep', 1, 'a time is'],
  ])('names the line that it cannot parse: %j', (text, line, why) => {
    const read = (): unknown => parseScript(text);
    expect(read).toThrow(ScriptError);
    expect(read).toThrow(new RegExp(`line ${line}.*${why}`));
  });

  it.each(Object.entries(SCENARIOS))('parses the scenario %s', (_name, text) => {
    expect(parseScript(text).steps.length).toBeGreaterThan(0);
  });

  it('parses a ward of mostly sleepers with each of the events', () => {
    expect(WARD_SCENARIOS).toHaveLength(24);
    expect(new Set(WARD_SCENARIOS).size).toBeGreaterThanOrEqual(12);
  });
});
