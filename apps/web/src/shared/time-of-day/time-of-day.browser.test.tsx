import { afterEach, describe, expect, it } from 'vitest';
import { renderLive } from '../../features/signals/testing/live-fixture.tsx';
import { TimeOfDay } from './time-of-day.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const aDomain = (timeZone: string) => ({
  code: 'home',
  name: 'home',
  kind: 'facility',
  parentDomainId: null,
  rootDomainId: 'home',
  ancestorIds: [],
  timeZone,
});

describe('the time of day', () => {
  it.each([
    ['Asia/Tokyo', '11/21(土)03:00'],
    ['Europe/Berlin', '11/20(金)19:00'],
  ])("the clock shows the organisation's time: %s", async (timeZone, words) => {
    const fixture = await renderLive({
      address: '/',
      screen: () => <TimeOfDay />,
      organisationId: 'home',
      domains: { home: aDomain(timeZone) },
    });
    cleanups.push(() => fixture.end());
    await expect.poll(() => fixture.place.querySelector('time')?.textContent).toBe(words);
    expect(
      getComputedStyle(fixture.place.querySelector('time') ?? document.body).fontVariantNumeric,
    ).toContain('tabular-nums');
  });

  it('the clock shows the default zone if the organisation may not be read', async () => {
    const fixture = await renderLive({
      address: '/',
      screen: () => <TimeOfDay />,
      organisationId: null,
    });
    cleanups.push(() => fixture.end());
    await expect.poll(() => fixture.place.querySelector('time')?.title).toBe('Asia/Tokyo');
  });
});
