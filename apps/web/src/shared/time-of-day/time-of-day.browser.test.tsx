import { afterEach, describe, expect, it } from 'vitest';
import { stageLive } from '../../features/signals/testing/live-stage.tsx';
import { TimeOfDay } from './time-of-day.tsx';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

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
    const stage = await stageLive({
      address: '/',
      screen: () => <TimeOfDay />,
      organisationId: 'home',
      domains: { home: aDomain(timeZone) },
    });
    ends.push(() => stage.end());
    await expect.poll(() => stage.place.querySelector('time')?.textContent).toBe(words);
    expect(
      getComputedStyle(stage.place.querySelector('time') ?? document.body).fontVariantNumeric,
    ).toContain('tabular-nums');
  });

  it('the clock shows the default zone if the organisation may not be read', async () => {
    const stage = await stageLive({
      address: '/',
      screen: () => <TimeOfDay />,
      organisationId: null,
    });
    ends.push(() => stage.end());
    await expect.poll(() => stage.place.querySelector('time')?.title).toBe('Asia/Tokyo');
  });
});
