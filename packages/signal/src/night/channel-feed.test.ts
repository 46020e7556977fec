import { describe, expect, it } from 'vitest';
import { createChannelFeed } from './channel-feed.ts';
import type { NightChannel, NightStretch } from './night-input.ts';

interface Pushed {
  atMs: number;
  samples: number[];
}

/** A feed of one channel at 10 Hz, and the samples it has pushed. */
function createFeed(
  stretches: Iterable<NightStretch>,
  fromMs = 0,
  kind: NightChannel['kind'] = 'impedance',
) {
  const pushed: Pushed[] = [];
  const sources: string[] = [];
  const feed = createChannelFeed(
    { kind, sampleRateHz: 10, stretches },
    fromMs,
    (samples, atMs) => pushed.push({ atMs, samples: [...samples] }),
    (source) => sources.push(source),
  );
  return { feed, pushed, sources };
}

const counted = (fromMs: number, length: number, first = 0): NightStretch => ({
  fromMs,
  samples: Float32Array.from({ length }, (_, i) => first + i),
  source: `at ${fromMs}`,
});

describe('createChannelFeed', () => {
  it('pushes samples up to a time, each once', () => {
    const { feed, pushed } = createFeed([counted(0, 10)]);
    expect(feed.until(300)).toBe(true);
    expect(feed.until(300)).toBe(false);
    expect(feed.until(1000)).toBe(true);
    expect(pushed).toEqual([
      { atMs: 0, samples: [0, 1, 2] },
      { atMs: 300, samples: [3, 4, 5, 6, 7, 8, 9] },
    ]);
  });

  it('continues with the next stretch, and waits for one that starts later', () => {
    const { feed, pushed, sources } = createFeed([counted(0, 3), counted(1000, 2, 50)]);
    expect(feed.until(900)).toBe(true);
    expect(feed.until(1000)).toBe(false);
    expect(feed.until(2000)).toBe(true);
    expect(pushed.map(({ atMs }) => atMs)).toEqual([0, 1000]);
    expect(sources).toEqual(['at 0', 'at 1000']);
  });

  it('skips samples before the night', () => {
    const { feed, pushed } = createFeed([counted(0, 10)], 650);
    feed.until(5000);
    expect(pushed).toEqual([{ atMs: 700, samples: [7, 8, 9] }]);
  });

  it('reads only the new part of an overlapping stretch', () => {
    const { feed, pushed } = createFeed([
      counted(0, 6),
      counted(400, 6, 100),
      counted(200, 3, 200),
    ]);
    feed.until(5000);
    expect(pushed).toEqual([
      { atMs: 0, samples: [0, 1, 2, 3, 4, 5] },
      { atMs: 600, samples: [102, 103, 104, 105] },
    ]);
  });

  it('keeps the axes of an accelerometer together', () => {
    const { feed, pushed } = createFeed([counted(0, 9)], 0, 'accelerometer');
    feed.until(200);
    feed.until(1000);
    expect(pushed).toEqual([
      { atMs: 0, samples: [0, 1, 2, 3, 4, 5] },
      { atMs: 200, samples: [6, 7, 8] },
    ]);
  });

  it('requests a stretch only when it is due', () => {
    let asked = 0;
    function* stretches() {
      for (let part = 0; part < 5; part++) {
        asked += 1;
        yield counted(part * 1000, 10);
      }
    }
    const { feed } = createFeed(stretches());
    expect(asked).toBe(0);
    feed.until(500);
    expect(asked).toBe(1);
    feed.until(2500);
    expect(asked).toBe(3);
  });

  it('pushes nothing without stretches or from empty ones', () => {
    expect(createFeed([]).feed.until(1000)).toBe(false);
    expect(createFeed([counted(0, 0), counted(10, 0)]).feed.until(1000)).toBe(false);
  });
});
