import { describe, expect, it } from 'vitest';
import { atMost, rateAtLeast, rateAtMost } from './figures/figure.ts';
import { judge, tighten } from './ratchet.ts';

describe('judge', () => {
  it('calls a figure met at its limit, with any ratchet', () => {
    expect(judge(atMost('lines', 400, 400), {})).toBe('met');
    expect(judge(rateAtLeast('tests', 0.9, 0.9), { tests: 0.95 })).toBe('met');
  });

  it('holds a missed figure at its ratchet and rejects it beyond', () => {
    expect(judge(atMost('lines', 490, 400), { lines: 490 })).toBe('held');
    expect(judge(atMost('lines', 480, 400), { lines: 490 })).toBe('held');
    expect(judge(atMost('lines', 491, 400), { lines: 490 })).toBe('worse');
    expect(judge(rateAtLeast('titles', 50, 98), { titles: 50 })).toBe('held');
    expect(judge(rateAtLeast('titles', 49, 98), { titles: 50 })).toBe('worse');
  });

  it('rejects a missed figure without a ratchet', () => {
    expect(judge(atMost('lines', 401, 400), {})).toBe('worse');
  });

  it('lets a rate, but no count, move by one per cent', () => {
    expect(judge(rateAtMost('dialect', 302, 30), { dialect: 300 })).toBe('held');
    expect(judge(rateAtMost('dialect', 304, 30), { dialect: 300 })).toBe('worse');
    expect(judge(atMost('exports', 302, 0), { exports: 300 })).toBe('worse');
  });
});

describe('tighten', () => {
  it('takes better values and drops what meets its limit', () => {
    const figures = [
      atMost('lines', 450, 400),
      atMost('exports', 0, 0),
      rateAtLeast('titles', 61.234, 98),
    ];
    expect(tighten({ lines: 490, exports: 3, titles: 54 }, figures)).toEqual({
      lines: 450,
      titles: 61.23,
    });
  });

  it('keeps the old value of a figure that became worse', () => {
    expect(tighten({ lines: 490 }, [atMost('lines', 500, 400)])).toEqual({ lines: 490 });
    expect(tighten({ titles: 54 }, [rateAtLeast('titles', 50, 98)])).toEqual({ titles: 54 });
  });

  it('adds no figure', () => {
    expect(tighten({}, [atMost('lines', 500, 400)])).toEqual({});
  });
});
