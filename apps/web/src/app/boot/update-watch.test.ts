import { describe, expect, it, vi } from 'vitest';
import { UPDATE_CHECK_MS, watchForUpdates } from './update-watch.ts';

/** A registration as a browser gives it, as far as the watch looks at it. */
class Registration extends EventTarget {
  waiting: Worker | null = null;
  installing: Worker | null = null;
  readonly update = vi.fn(async () => undefined);
}
class Worker extends EventTarget {
  state = 'installing';
  readonly postMessage = vi.fn();
}
class Container extends EventTarget {
  controller: Worker | null = null;
}

const HOUR_MS = 60 * 60 * 1000;

function watched(hasController: boolean) {
  const [registration, container] = [new Registration(), new Container()];
  container.controller = hasController ? new Worker() : null;
  const time = { nowMs: 0 };
  const page = {
    onWaiting: vi.fn<(take: () => void) => void>(),
    onTakenElsewhere: vi.fn(),
    reload: vi.fn(),
    now: () => time.nowMs,
    every: vi.fn<(run: () => void, periodMs: number) => void>(),
  };
  // Contains only what the watch uses; the browser's own types require everything.
  watchForUpdates(
    registration as unknown as ServiceWorkerRegistration,
    container as unknown as ServiceWorkerContainer,
    page,
  );
  const takeOver = (): boolean => container.dispatchEvent(new Event('controllerchange'));
  return { registration, container, page, time, takeOver };
}

/** A new version that has been fetched and waits. */
function waitingIn({ registration }: ReturnType<typeof watched>): Worker {
  const coming = new Worker();
  registration.installing = coming;
  registration.dispatchEvent(new Event('updatefound'));
  coming.state = 'installed';
  coming.dispatchEvent(new Event('statechange'));
  return coming;
}

describe('watch for a new version', () => {
  it('offers it once it is installed, and lets it in when taken', () => {
    const watch = watched(true);
    const coming = waitingIn(watch);
    expect(watch.page.onWaiting).toHaveBeenCalledOnce();
    expect(coming.postMessage).not.toHaveBeenCalled();
    watch.page.onWaiting.mock.calls[0]?.[0]();
    expect(coming.postMessage).toHaveBeenCalledWith('skip-waiting');
  });

  it('offers one that waits since before the page', () => {
    const [registration, container] = [new Registration(), new Container()];
    [registration.waiting, container.controller] = [new Worker(), new Worker()];
    const onWaiting = vi.fn();
    const page = {
      onWaiting,
      onTakenElsewhere: vi.fn(),
      reload: vi.fn(),
      now: () => 0,
      every: vi.fn(),
    };
    watchForUpdates(
      registration as unknown as ServiceWorkerRegistration,
      container as unknown as ServiceWorkerContainer,
      page,
    );
    expect(onWaiting).toHaveBeenCalledOnce();
  });

  it('reloads once when it has taken over because of this tab', () => {
    const watch = watched(true);
    waitingIn(watch);
    watch.page.onWaiting.mock.calls[0]?.[0]();
    watch.takeOver();
    watch.takeOver();
    expect(watch.page.reload).toHaveBeenCalledOnce();
    expect(watch.page.onTakenElsewhere).not.toHaveBeenCalled();
  });

  it('does not reload when another tab has activated the version, but reports it', () => {
    const watch = watched(true);
    waitingIn(watch);
    watch.takeOver();
    watch.takeOver();
    expect(watch.page.reload).not.toHaveBeenCalled();
    expect(watch.page.onTakenElsewhere).toHaveBeenCalledOnce();
  });

  it('ignores the very first worker, and offers the one after it', () => {
    const watch = watched(false);
    waitingIn(watch);
    watch.takeOver();
    expect(watch.page.onWaiting).not.toHaveBeenCalled();
    expect(watch.page.reload).not.toHaveBeenCalled();
    watch.container.controller = new Worker();
    waitingIn(watch);
    watch.page.onWaiting.mock.calls[0]?.[0]();
    watch.takeOver();
    expect(watch.page.reload).toHaveBeenCalledOnce();
  });

  it('looks every 24 hours, by the clock: a computer that slept looks when it wakes', async () => {
    const { registration, page, time } = watched(true);
    const [run] = page.every.mock.calls[0] ?? [];
    for (let hour = 1; hour < 24; hour += 1) {
      time.nowMs = hour * HOUR_MS;
      run?.();
    }
    expect(registration.update).not.toHaveBeenCalled();
    time.nowMs = UPDATE_CHECK_MS;
    registration.update.mockRejectedValueOnce(new TypeError('no network'));
    run?.();
    await Promise.resolve();
    run?.();
    expect(registration.update).toHaveBeenCalledTimes(2);
    await Promise.resolve();
    time.nowMs += HOUR_MS;
    run?.();
    expect(registration.update).toHaveBeenCalledTimes(2);
    time.nowMs += 3 * UPDATE_CHECK_MS;
    run?.();
    expect(registration.update).toHaveBeenCalledTimes(3);
  });
});
