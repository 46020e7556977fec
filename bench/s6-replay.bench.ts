import { fileURLToPath } from 'node:url';
import { encodeFields, type Write } from '@yamori/domain';
import { openBrowser } from '../e2e/browser.ts';
import { analysedNight } from '../apps/web/src/features/nights/testing/analysed-night.ts';
import { printMachine } from './rig/report.ts';
import { openNightWard, S6_NIGHT } from './s6-night-ward.ts';

/**
 * Replay of a floor's night, in addition to S6: 8 h of 40 rooms in a minute, the built application
 * and the real server. Frames per second and the longest frame while it plays, and while its slider
 * is dragged through the night. Aim: 60 fps.
 */
const ROOMS = 40;
const SECONDS = 10;
const web = fileURLToPath(new URL('../apps/web/dist', import.meta.url));

type Frames = { readonly fps: number; readonly p99Ms: number; readonly slowestMs: number };

const createRooms = (): Write[] =>
  Array.from({ length: ROOMS }, (_, index) => ({
    kind: 'set',
    path: `room/floor-${index}`,
    data: {
      domainId: 'akane',
      rootDomainId: 'akane',
      name: String(300 + index),
      floor: '3',
      deviceSerials: [],
    },
  }));
const createNights = (): Write[] =>
  Array.from({ length: ROOMS }, (_, index) => ({
    kind: 'set',
    path: `room/floor-${index}/sleep/${S6_NIGHT}`,
    data: encodeFields(
      analysedNight(S6_NIGHT, { latency: 5 + index, unknownMinutes: index % 4 === 0 ? 20 : 0 }),
      false,
    ),
  }));

const ward = await openNightWard(web, new Int16Array(0));
const browser = await openBrowser(['--disable-gpu']);
try {
  printMachine({ chromium: browser.version() });
  console.log(`Replay of a night, ${ROOMS} rooms × 8 h in 60 s; aim: 60 fps`);
  await ward.commit(createRooms());
  await ward.commit(createNights());
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    timezoneId: 'Asia/Tokyo',
    locale: 'ja-JP',
  });
  await context.addCookies(ward.cookies.map((cookie) => ({ ...cookie, url: ward.address })));
  const page = await context.newPage();
  await page.goto(`${ward.address}/monitoring?replay=${S6_NIGHT}&floor=3`);
  await page.waitForSelector('input[type=range]');
  await page.waitForTimeout(2000);
  const tiles = await page.locator('ul[aria-label] li').count();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async (): Promise<number> =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
      ?.value ?? 0;
  for (const how of ['plays', 'is dragged'] as const) {
    const before = await busySeconds();
    const { fps, p99Ms, slowestMs } = await page.evaluate(countFrames, {
      seconds: SECONDS,
      drag: how === 'is dragged',
    });
    console.log(
      `${how}, ${tiles} tiles: ${fps.toFixed(1)} fps, a frame waits ${p99Ms.toFixed(1)} ms at p99, ${slowestMs.toFixed(1)} ms at worst; main thread ${((((await busySeconds()) - before) / SECONDS) * 100).toFixed(1)} %`,
    );
  }
} finally {
  await browser.close();
  await ward.close();
}

async function countFrames({
  seconds,
  drag,
}: {
  readonly seconds: number;
  readonly drag: boolean;
}): Promise<Frames> {
  const slider = document.querySelector<HTMLInputElement>('input[type=range]');
  const button = slider?.parentElement?.querySelector('button');
  if (slider === null || !(button instanceof HTMLButtonElement))
    throw new Error('there is no player');
  // React ignores values that are set through its own property.
  const setValue = (value: number): void =>
    void Reflect.set(HTMLInputElement.prototype, 'value', String(value), slider);
  const [least, most] = [Number(slider.min), Number(slider.max)];
  button.click();
  const waits = await new Promise<number[]>((resolve) => {
    const found: number[] = [];
    const began = performance.now();
    let last = began;
    const frame = (now: number): void => {
      found.push(now - last);
      last = now;
      if (drag) {
        setValue(least + ((now - began) / (seconds * 1000)) * (most - least));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
      if (now - began < seconds * 1000) requestAnimationFrame(frame);
      else resolve(found.slice(1));
    };
    requestAnimationFrame(frame);
  });
  button.click();
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    fps: waits.length / seconds,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    slowestMs: sorted.at(-1) ?? Number.NaN,
  };
}
