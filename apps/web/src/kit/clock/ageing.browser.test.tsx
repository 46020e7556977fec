import type { VitalReading } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { Profiler } from 'react';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { VitalNumber } from '../../shared/room-state/vital-number.tsx';
import { renderUi } from '../testing/ui-fixture.tsx';
import { Age } from './age.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function setUp(children: React.ReactNode) {
  const fixture = await renderUi(children, NIGHT.getTime());
  cleanups.push(fixture.end);
  await expect.poll(() => fixture.place.textContent).not.toBe('');
  return {
    ...fixture,
    says: (text: string | RegExp) =>
      expect
        .poll(
          () => fixture.place.querySelector('[role="img"]')?.ariaLabel ?? fixture.place.textContent,
        )
        .toMatch(text),
  };
}

const reading = (change: Partial<VitalReading> = {}): VitalReading => ({
  value: 62,
  at: NIGHT,
  certainty: 1,
  ...change,
});
const getFigure = (place: HTMLElement): string | undefined =>
  place.querySelector('[class*="Value"]')?.textContent;

describe('Age', () => {
  it('counts up with the clock', async () => {
    const { pass, says } = await setUp(<Age at={NIGHT} kind="since" />);
    await says('たった今から');
    pass(59);
    await says('59秒前から');
    pass(17 * 60 + 1);
    await says('18分前から');
    pass(2 * 3600);
    await says('2時間18分前から');
  });

  it('rerenders only when its text changes', async () => {
    let drawn = 0;
    const { pass, says } = await setUp(
      <Profiler
        id="age"
        onRender={() => {
          drawn += 1;
        }}
      >
        <Age at={NIGHT} kind="ago" />
      </Profiler>,
    );
    pass(60);
    await says('1分前');
    const before = drawn;
    for (let second = 0; second < 59; second += 1) pass(1);
    await says('1分前');
    expect(drawn).toBe(before);
    pass(1);
    await says('2分前');
  });

  it('carries its instant for machines, and changes with the language', async () => {
    const { place, preferences, pass, says } = await setUp(<Age at={NIGHT} kind="ago" />);
    expect(place.querySelector('time')?.dateTime).toBe(NIGHT.toISOString());
    pass(5 * 60);
    preferences.change({ language: 'en' });
    await says(/5\s*min/);
  });
});

describe('VitalNumber', () => {
  it('disappears at its maximum age, without a new reading', async () => {
    const { place, pass, says } = await setUp(<VitalNumber kind="heartRate" reading={reading()} />);
    pass(15);
    await says('62');
    pass(1);
    await says('心拍の新しい値はありません');
    expect(getFigure(place)).toBe('--');
    expect(place.textContent).not.toContain('62');
  });

  it('says what it is, its unit, its age and that it is estimated', async () => {
    const { pass, says } = await setUp(
      <VitalNumber kind="respirationRate" reading={reading({ value: 14.4 })} />,
    );
    pass(8);
    await says('呼吸 14/分、8秒前に測定（参考値）');
  });

  it('rounds rates to whole ones and keeps a tenth of a degree', async () => {
    const { place } = await setUp(
      <VitalNumber kind="temperature" reading={reading({ value: 36.44 })} />,
    );
    await expect.poll(() => getFigure(place)).toBe('36.4');
  });

  it('marks an uncertain value', async () => {
    const { place, pass } = await setUp(
      <VitalNumber kind="heartRate" reading={reading({ certainty: 0.3 })} />,
    );
    await expect
      .poll(() => place.querySelector<HTMLElement>('[data-doubtful]')?.dataset['doubtful'])
      .toBe('true');
    pass(60);
    // A value past its maximum age is hidden, not marked as uncertain.
    await expect
      .poll(() => place.querySelector<HTMLElement>('[data-doubtful]')?.dataset['doubtful'])
      .toBe('false');
  });

  it('shows a dash of the same size without a value', async () => {
    const { place } = await setUp(
      <>
        <VitalNumber kind="heartRate" reading={null} size="large" />
        <VitalNumber kind="heartRate" reading={reading()} size="large" />
      </>,
    );
    const [missing, there] = [...place.querySelectorAll('[data-missing]')].map(
      (element) => element.getBoundingClientRect().height,
    );
    expect(missing).toBe(there);
  });
});
