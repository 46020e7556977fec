import { describe, expect, it } from 'vitest';
import { readOptions, USAGE } from './simulator-options.ts';

describe('readOptions', () => {
  it('provides a default for every optional value', () => {
    expect(readOptions([])).toEqual({
      mqttUrl: 'mqtt://127.0.0.1:18830',
      httpUrl: null,
      email: null,
      password: null,
      wardFile: null,
      devices: 0,
      scenario: null,
      replays: [],
      roomName: 'Replay',
      rateHz: null,
      columns: null,
      loop: false,
      speed: 1,
      seed: 1,
    });
  });

  it('uses the password from the environment unless --password is given', () => {
    expect(readOptions([], 'kept').password).toBe('kept');
    expect(readOptions(['--password', 'said'], 'kept').password).toBe('said');
  });

  it('parses every option', () => {
    const words =
      '--ward w.json --devices 12 --scenario fall --replay a.edf --replay b.hea --room R --rate 50.5 --column x --column y --loop --speed 60 --seed 0 --mqtt mqtts://h:8883 --server https://h --email a@b --password p';
    expect(readOptions(words.split(' '))).toEqual({
      mqttUrl: 'mqtts://h:8883',
      httpUrl: 'https://h',
      email: 'a@b',
      password: 'p',
      wardFile: 'w.json',
      devices: 12,
      scenario: 'fall',
      replays: ['a.edf', 'b.hea'],
      roomName: 'R',
      rateHz: 50.5,
      columns: ['x', 'y'],
      loop: true,
      speed: 60,
      seed: 0,
    });
  });

  it.each([
    ['devices', ['-1', '10001', 'many', '', '1.5', 'NaN']],
    ['rate', ['0', '-5', 'fast', '', 'Infinity']],
    ['speed', ['0', '1001', 'x', ' ']],
    ['seed', ['-1', '1e12', 'a', '0.5']],
  ])('names --%s, its range and the invalid value', (name, values) => {
    for (const value of values)
      expect(() => readOptions([`--${name}=${value}`]), value).toThrow(
        new RegExp(`^--${name} takes a (whole )?number from .* to .*, not "${value}"$`),
      );
  });

  it('names an unknown option, and one without a value', () => {
    expect(() => readOptions(['--beds', '3'])).toThrow('--beds');
    expect(() => readOptions(['--ward'])).toThrow('--ward');
    expect(() => readOptions(['stray'])).toThrow('stray');
  });

  it('documents every option in the usage text', () => {
    for (const name of [
      'ward',
      'devices',
      'replay',
      'room',
      'rate',
      'column',
      'loop',
      'scenario',
      'speed',
      'seed',
      'mqtt',
      'server',
      'email',
      'password',
    ])
      expect(USAGE).toContain(`--${name}`);
  });
});
