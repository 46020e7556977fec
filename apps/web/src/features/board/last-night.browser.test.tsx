import { ProblemError } from '@yamori/domain';
import { afterEach, expect, it, vi } from 'vitest';
import type { NightFiguresClient } from '../../shared/night-figures/api.ts';
import { renderBoard } from './testing/board-fixture.tsx';
import { aRoom } from './testing/room-builders.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const NIGHT_READ = {
  night: '2026-11-19',
  from: '2026-11-19T03:00:00.000Z',
  to: '2026-11-20T03:00:00.000Z',
  state: 'done',
  version: 1,
  quality: 'good',
  coverage: 1,
  isCorrected: false,
  awaited: [],
  figures: { TST: 372 },
  course: 'm10W20L40m30',
} as const;

it('a night is loaded again soon after a failure, and a loaded one is kept', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  cleanups.push(() => vi.useRealTimers());
  const server = { isAway: true, asked: 0 };
  const figures: NightFiguresClient = {
    read: async () => [],
    noteTable: async () => undefined,
    newest: async () => {
      server.asked += 1;
      if (server.isAway) throw new ProblemError({ code: 'internal-error' });
      return [NIGHT_READ];
    },
  };
  const rooms = [aRoom('a', { name: '101号室' })];
  const fixture = await renderBoard(
    '/index-list-smallcard',
    rooms,
    { kind: 'live' },
    3,
    'ja',
    figures,
  );
  cleanups.push(() => fixture.end());
  const card = (): string => document.querySelector('[data-room="a"]')?.textContent ?? '';
  await expect.poll(card).toContain('読めません');
  server.isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.poll(card).toContain('6時間12分');
  server.isAway = true;
  const { asked } = server;
  await vi.advanceTimersByTimeAsync(600_000);
  await expect.poll(() => server.asked).toBeGreaterThan(asked);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(card()).toContain('6時間12分');
});
