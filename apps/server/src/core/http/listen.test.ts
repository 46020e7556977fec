import { describe, expect, it } from 'vitest';
import { localUrlHost } from './listen.ts';

describe('localUrlHost', () => {
  it.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
    ['home.example', 'home.example'],
  ])('maps listening host %s to URL host %s', (host, expected) => {
    expect(localUrlHost(host)).toBe(expected);
  });
});
