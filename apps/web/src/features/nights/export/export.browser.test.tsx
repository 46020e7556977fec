import { ProblemError } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ExportApi, ExportRequest } from '../../../shared/exports/api.ts';
import { ECG, renderRoom } from '../testing/room-fixture.tsx';

type Fixture = Awaited<ReturnType<typeof renderRoom>>;
let fixture: Fixture | null = null;
beforeEach(() => localStorage.clear());
afterEach(() => {
  fixture?.end();
  fixture = null;
  vi.restoreAllMocks();
  document.documentElement.dataset['theme'] = '';
});

/** A server that holds each file back until the test releases it. */
function heldExports() {
  const state = {
    requests: [] as ExportRequest[],
    aborted: 0,
    go: (): void => undefined,
    fail: (_code: string): void => undefined,
    tell: (_bytes: number, _share: number | null): void => undefined,
  };
  const client: ExportApi = {
    download: (request, signal, onProgress) =>
      new Promise((resolve, reject) => {
        state.requests.push(request);
        signal.addEventListener('abort', () => {
          state.aborted += 1;
          reject(signal.reason as Error);
        });
        state.tell = (bytes, share) => onProgress({ bytes, share });
        state.fail = (code) => reject(new ProblemError({ code }));
        state.go = () => resolve({ blob: new Blob(['EDF']), fileName: 'yamori-201.edf' });
      }),
  };
  return { state, client };
}
/** Captures the files that the page would save. */
function saved(): { readonly names: string[]; readonly files: Promise<Blob>[] } {
  const names: string[] = [];
  const files: Promise<Blob>[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function clicked(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
    files.push(fetch(this.href).then((reply) => reply.blob()));
  });
  return { names, files };
}
const open = async (level = 3, client?: ExportApi): Promise<Fixture> => {
  fixture = await renderRoom({
    nights: { '2026-11-20': {} },
    level,
    streams: [ECG, { ...ECG, streamId: 3, kind: 'temperature', sampleRateHz: 1 }],
    ...(client === undefined ? {} : { exports: client }),
  });
  await expect.poll(() => fixture?.chart().dataset['sharp']).toBe('true');
  return fixture;
};

describe('the export of a night', () => {
  it('the dialog requests the visible range or the whole night in the chosen format and signals, and saves it', async () => {
    const { state, client } = heldExports();
    const files = saved();
    await open(3, client);
    await page.getByRole('button', { name: '書き出し' }).click();
    const dialog = page.getByRole('dialog', { name: '範囲の書き出し' });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByText('Asia/Tokyo', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText('最大 約', { exact: false })).toBeVisible();
    await dialog.getByRole('checkbox', { name: /体温/ }).click();
    await dialog.getByRole('checkbox', { name: /呼び名/ }).click();
    await dialog.getByRole('button', { name: '書き出す' }).click();
    await expect.poll(() => state.requests.length).toBe(1);
    expect(state.requests[0]).toMatchObject({
      roomId: 'r1',
      format: 'edf',
      streams: ['A-1:1'],
      names: true,
      fromMs: Date.parse('2026-11-20T12:45:00Z'),
      toMs: Date.parse('2026-11-20T21:15:00Z'),
    });
    await expect.element(dialog.getByText('準備しています')).toBeVisible();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    state.tell(2_000_000, 0.4);
    await expect.poll(() => dialog.element().querySelector('progress')?.value).toBe(40);
    state.go();
    await expect.element(dialog.getByText('yamori-201.edf', { exact: false })).toBeVisible();
    expect(files.names).toEqual(['yamori-201.edf']);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('the dialog cancels an export and reports an error by name', async () => {
    const { state, client } = heldExports();
    await open(3, client);
    await page.getByRole('button', { name: '書き出し' }).click();
    const dialog = page.getByRole('dialog', { name: '範囲の書き出し' });
    await dialog.getByRole('button', { name: '書き出す' }).click();
    await dialog.getByRole('button', { name: '中止する' }).click();
    await expect.element(dialog.getByRole('button', { name: 'やめる' })).toBeVisible();
    await expect.poll(() => state.aborted).toBe(1);
    await userEvent.selectOptions(dialog.getByLabelText('形式'), 'epochs');
    await dialog.getByRole('button', { name: '書き出す' }).click();
    await expect.poll(() => state.requests.length).toBe(2);
    expect(state.requests[1]).toMatchObject({ format: 'epochs', streams: null, names: false });
    state.fail('export-empty');
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('選んだ期間に、書き出せるデータがありません。');
  });

  it('the dialog offers no names to readers without access to them', async () => {
    await open(50);
    await page.getByRole('button', { name: '書き出し' }).click();
    await expect.element(page.getByRole('dialog', { name: '範囲の書き出し' })).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: /呼び名/ })).not.toBeInTheDocument();
  });

  it('the picture is redrawn at twice the size, light on a dark page, with its labels above it', async () => {
    document.documentElement.dataset['theme'] = 'dark';
    const files = saved();
    const { chart } = await open();
    await page.getByRole('button', { name: '画像' }).click();
    await expect.poll(() => files.names).toEqual(['201-2026-11-20.png']);
    const image = await createImageBitmap(await (files.files[0] ?? expect.fail('no file')));
    expect([image.width, image.height]).toEqual([
      2 * (chart().clientWidth + 32),
      2 * (chart().clientHeight + 68),
    ]);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d') ?? expect.fail('no surface');
    context.drawImage(image, 0, 0);
    const [red = 0, green = 0, blue = 0] = context.getImageData(2, 2, 1, 1).data;
    expect(Math.min(red, green, blue)).toBeGreaterThan(230);
    const heading = context.getImageData(32, 20, 400, 40).data;
    expect(heading.filter((value, index) => index % 4 === 0 && value < 120).length).toBeGreaterThan(
      50,
    );
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });
});
