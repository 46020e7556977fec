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

function watched(hasController: boolean) {
  const [registration, container] = [new Registration(), new Container()];
  container.controller = hasController ? new Worker() : null;
  const page = { onWaiting: vi.fn<(take: () => void) => void>(), reload: vi.fn(), every: vi.fn<(run: () => void, periodMs: number) => void>() };
  // Only what the watch uses is there; the browser's own types ask for all of it.
  watchForUpdates(registration as unknown as ServiceWorkerRegistration, container as unknown as ServiceWorkerContainer, page);
  return { registration, container, page };
}

describe('watch for a new version', () => {
  it('offers it once it is installed, and lets it in when taken', () => {
    const { registration, page } = watched(true);
    const coming = new Worker();
    registration.installing = coming;
    registration.dispatchEvent(new Event('updatefound'));
    coming.state = 'installed';
    coming.dispatchEvent(new Event('statechange'));
    expect(page.onWaiting).toHaveBeenCalledOnce();
    page.onWaiting.mock.calls[0]?.[0]();
    expect(coming.postMessage).toHaveBeenCalledWith('skip-waiting');
  });

  it('reloads once when it has taken over', () => {
    const { container, page } = watched(true);
    container.dispatchEvent(new Event('controllerchange'));
    container.dispatchEvent(new Event('controllerchange'));
    expect(page.reload).toHaveBeenCalledOnce();
  });

  it('neither offers nor reloads for the very first worker', () => {
    const { registration, container, page } = watched(false);
    registration.installing = new Worker();
    registration.dispatchEvent(new Event('updatefound'));
    registration.installing.state = 'installed';
    registration.installing.dispatchEvent(new Event('statechange'));
    container.dispatchEvent(new Event('controllerchange'));
    expect(page.onWaiting).not.toHaveBeenCalled();
    expect(page.reload).not.toHaveBeenCalled();
  });

  it('looks every 24 hours', () => {
    const { registration, page } = watched(true);
    const [run, periodMs] = page.every.mock.calls[0] ?? [];
    run?.();
    expect(periodMs).toBe(UPDATE_CHECK_MS);
    expect(registration.update).toHaveBeenCalledOnce();
  });
});
