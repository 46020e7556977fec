import { expect, test, type Locator, type Page } from '@playwright/test';
import { comparePictures } from './replay/picture.ts';
import { startReplayServer, type ReplayServer } from './replay/replay-server.ts';
import { hasRecordings, WHY_SKIPPED } from '../tools/run/recordings.mjs';
import { aReplay, playReplays } from './replay/replayed-recording.ts';
import { settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

const ROOM = '再生室';
const ECG = 'SCREEN-ECG';
const EIT = 'SCREEN-EIT';
const MONITOR = 'SCREEN-MONITOR';

/** Recordings of three people, played as devices of one room in real time. */
type Fixture = { readonly server: ReplayServer; readonly stop: () => Promise<void> };
const state: { fixture: Fixture | null } = { fixture: null };

test.describe(`the screens of raw signals${WHY_SKIPPED}`, () => {
  test.skip(!hasRecordings, 'needs the recordings (docs/testing.md)');
  test.describe.configure({ mode: 'serial' });

  test.beforeAll(async () => {
    const server = await startReplayServer();
    const { player } = await playReplays(
      server,
      [
        aReplay(ECG, 'ecg-mitdb/100.hea', ROOM),
        aReplay(EIT, 'eit/goettingen-neonate/P04P-1016.get', ROOM, { loop: true }),
        aReplay(MONITOR, 'ecg-resp-bidmc/bidmc_01_Signals.csv', ROOM),
      ],
      1,
    );
    state.fixture = {
      server,
      stop: async () => {
        await player.stop();
        await server.remove();
      },
    };
  });
  test.afterAll(async () => {
    await state.fixture?.stop();
  });
  test.beforeEach(async ({ page }) => {
    await signIn(page, address(), 'owner@demo.example', DEMONSTRATION_PASSWORD);
  });

  test('an ECG shows its moving trace and the heart rate of the reference', async ({ page }) => {
    const { faults } = watchPage(page);
    await page.goto(`${address()}/raw-ecg?device=${ECG}`);
    await settled(page);
    const rates = await readNumbers(page.locator('section [data-kind="heartRate"]'), 20);
    expect(Math.abs(computeMean(rates) - 75.5)).toBeLessThan(2);
    await expectDrawing(page, page.locator('canvas').first(), {
      apartMs: 700,
      drawn: 0.002,
      changed: 0.0005,
    });
    await page.screenshot({ path: test.info().outputPath('raw-ecg.png') });
    expect(faults).toEqual([]);
  });

  test('EIT shows a breathing image and the respiration rate of the reference', async ({
    page,
  }) => {
    const { faults } = watchPage(page);
    await page.goto(`${address()}/raw-eit?device=${EIT}`);
    await settled(page);
    const rates = await readNumbers(page.locator('section [data-kind="respirationRate"]'), 15);
    expect(computeMean(rates)).toBeGreaterThan(34.6);
    expect(computeMean(rates)).toBeLessThan(37.6);
    // In the reference image 48 % of the ventilation is in the upper half
    // (eit/reference.json of the recordings).
    const shares = await page
      .getByRole('heading', { name: /換気の割合/ })
      .locator('xpath=following-sibling::ul')
      .locator('strong')
      .allInnerTexts();
    const [front = 0, middleFront = 0, ...back] = shares.map((share) => Number.parseInt(share, 10));
    expect(back).toHaveLength(2);
    expect(front + middleFront).toBeGreaterThan(33);
    expect(front + middleFront).toBeLessThan(63);
    const image = page.locator('canvas').first();
    // Half a breath at 36 a minute.
    await expectDrawing(page, image, { apartMs: 830, drawn: 0, changed: 0.01 });
    await expectDrawing(page, page.locator('canvas').nth(1), {
      apartMs: 830,
      drawn: 0,
      changed: 0.0005,
    });
    await page.screenshot({ path: test.info().outputPath('raw-eit.png') });
    expect(faults).toEqual([]);
  });

  test('a room shows the signals of all three on one clock, each with its own rates', async ({
    page,
  }) => {
    const { faults } = watchPage(page);
    await page.goto(`${address()}/monitoring-room`);
    await page
      .getByRole('link', { name: new RegExp(ROOM) })
      .first()
      .click();
    await page.goto(
      `${address()}/monitoring-room/raw-multi?room=${new URL(page.url()).searchParams.get('room')}`,
    );
    await settled(page);
    const of = (serial: string, kind: string): Locator =>
      page
        .locator('section section', { has: page.getByRole('heading', { name: serial }) })
        .locator(`[data-kind="${kind}"]`);
    const [heart, neonate, monitorHeart, monitorBreath] = await Promise.all([
      readNumbers(of(ECG, 'heartRate'), 15),
      readNumbers(of(EIT, 'respirationRate'), 15),
      readNumbers(of(MONITOR, 'heartRate'), 15),
      readNumbers(of(MONITOR, 'respirationRate'), 28),
    ]);
    expect(Math.abs(computeMean(heart) - 75.5)).toBeLessThan(2.5);
    expect(Math.abs(computeMean(neonate) - 36.1)).toBeLessThan(1.6);
    expect(Math.abs(computeMean(monitorHeart) - 91.3)).toBeLessThan(2.5);
    expect(Math.abs(computeMean(monitorBreath) - 21.3)).toBeLessThan(2);
    await expect(page.locator('canvas')).toHaveCount(1);
    await expectDrawing(page, page.locator('canvas').first(), {
      apartMs: 700,
      drawn: 0.002,
      changed: 0.0005,
    });
    await page.screenshot({ path: test.info().outputPath('room-raw-multi.png') });
    expect(faults).toEqual([]);
  });
});

function address(): string {
  if (state.fixture === null) throw new Error('the server has not started');
  return state.fixture.server.httpUrl;
}

/**
 * Collects the readings of a number, at most once a second, until it has been seen often enough.
 */
async function readNumbers(card: Locator, times: number): Promise<number[]> {
  const numbers: number[] = [];
  await expect
    .poll(
      async () => {
        const [, shown] = /(\d+)\s*\/分/.exec(await card.innerText()) ?? [];
        if (shown !== undefined) numbers.push(Number(shown));
        return numbers.length;
      },
      { intervals: [1000], timeout: 600_000 },
    )
    .toBe(times);
  return numbers;
}

type Drawing = { readonly drawn: number; readonly changed: number };

/**
 * Waits until the canvas has content and moves, by share of pixels. A busy browser may skip frames.
 */
async function expectDrawing(
  page: Page,
  canvas: Locator,
  { apartMs, ...least }: Drawing & { readonly apartMs: number },
): Promise<void> {
  const reader = await page.context().newPage();
  const readDrawing = async (): Promise<Drawing> => {
    const before = await canvas.screenshot();
    await page.waitForTimeout(apartMs);
    return comparePictures(reader, before, await canvas.screenshot());
  };
  await expect(async () => {
    const { drawn, changed } = await readDrawing();
    expect(drawn).toBeGreaterThan(least.drawn);
    expect(changed).toBeGreaterThan(least.changed);
  }).toPass({ timeout: 600_000 });
  await reader.close();
}

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
