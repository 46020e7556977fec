import type { UsageReport } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { UsageCollector } from './usage-collector.ts';
import { wantsNotToBeCounted } from '../../api/do-not-count.ts';
import { layoutShifts, slowInteractions, type Measured } from './web-vitals.ts';

function aCollector() {
  const state = { measured: [] as Measured[], sent: [] as UsageReport[], taken: true };
  const collector = new UsageCollector({
    takeVitals: () => state.measured.splice(0),
    send: (report) => {
      if (state.taken) state.sent.push(report);
      return state.taken;
    },
  });
  return { state, collector };
}

describe('UsageCollector', () => {
  it('counts by screen, and assigns measurements to the screen that was open', () => {
    const { state, collector } = aCollector();
    collector.opened('index');
    state.measured.push({ vital: 'lcp', value: 800 });
    collector.opened('help');
    collector.opened('index');
    state.measured.push({ vital: 'inp', value: 24 });
    collector.report();
    expect(state.sent).toEqual([
      {
        views: [
          { routeId: 'index', count: 2 },
          { routeId: 'help', count: 1 },
        ],
        vitals: [
          { routeId: 'index', vital: 'lcp', value: 800 },
          { routeId: 'index', vital: 'inp', value: 24 },
        ],
      },
    ]);
  });

  it('sends counts once, and no empty report', () => {
    const { state, collector } = aCollector();
    collector.report();
    collector.opened('index');
    collector.report();
    collector.report();
    expect(state.sent).toHaveLength(1);
  });

  it('keeps a limited number of counts while reports fail', () => {
    const { state, collector } = aCollector();
    state.taken = false;
    for (let round = 0; round < 2000; round += 1) {
      state.measured.push({ vital: 'cls', value: 0 });
      collector.opened('index');
      collector.opened(`screen-${round}`);
      if (round % 100 === 0) collector.report();
    }
    state.taken = true;
    collector.report();
    const [report] = state.sent;
    expect([report?.views.length, report?.views[0]?.count, report?.vitals.length]).toEqual([
      120, 1000, 200,
    ]);
  });

  it.each([
    [{ globalPrivacyControl: true }, true],
    [{ doNotTrack: '1' }, true],
    [{ doNotTrack: 'unspecified' }, false],
    [{}, false],
  ])('does not observe a browser with %o', (browser, expected) => {
    // The object has only the properties that are read.
    expect(wantsNotToBeCounted(browser as unknown as Navigator)).toBe(expected);
  });
});

describe('layoutShifts', () => {
  const shift = (startTime: number, value: number, hadRecentInput = false) => ({
    startTime,
    value,
    hadRecentInput,
  });

  it('returns the largest burst, without shifts after an input', () => {
    const shifts = layoutShifts();
    for (const entry of [
      shift(0, 0.05),
      shift(900, 0.05),
      shift(1800, 0.02),
      shift(5000, 0.08),
      shift(5100, 0.5, true),
    ])
      shifts.add(entry);
    expect(shifts.take()).toBeCloseTo(0.12);
    expect(shifts.take()).toBe(0);
  });

  it('limits a burst to five seconds', () => {
    const shifts = layoutShifts();
    for (let at = 0; at < 10_000; at += 500) shifts.add(shift(at, 0.01));
    expect(shifts.take()).toBeCloseTo(0.1);
  });
});

describe('slowInteractions', () => {
  it('measures an interaction by its slowest event, and returns the slowest one', () => {
    const interactions = slowInteractions();
    for (const [interactionId, duration] of [
      [1, 40],
      [1, 120],
      [2, 80],
      [0, 900],
    ] as const)
      interactions.add({ interactionId, duration });
    expect(interactions.take()).toBe(120);
    expect(interactions.take()).toBeNull();
  });

  it('leaves one of fifty out', () => {
    const interactions = slowInteractions();
    for (let id = 1; id <= 60; id += 1)
      interactions.add({ interactionId: id, duration: id === 30 ? 2000 : 20 + id });
    expect(interactions.take()).toBe(80);
  });
});
