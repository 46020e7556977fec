import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkedNight, watchNightLinks, type LinkedNight } from './night-links.ts';

let meant: LinkedNight[] = [];
let stop = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  meant = [];
  stop = watchNightLinks(document, (night) => meant.push(night));
  document.body.innerHTML =
    '<a id="a" href="/room/r1/sleep?night=2026-11-20"><b>201</b></a><a id="b" href="/room/r%2F2/sleep">202</a><a id="other" href="/room/r1/result">-</a>';
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});
const fire = (kind: string, at: string): void =>
  void document
    .querySelector(at)
    ?.dispatchEvent(
      kind === 'focusin'
        ? new FocusEvent(kind, { bubbles: true })
        : new PointerEvent(kind, { bubbles: true }),
    );

describe('watchNightLinks', () => {
  it('reports a link when a pointer rests on anything within it', () => {
    fire('pointerover', '#a b');
    vi.advanceTimersByTime(59);
    expect(meant).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(meant).toEqual([{ roomId: 'r1', night: '2026-11-20', from: undefined, to: undefined }]);
  });

  it('ignores links that a pointer sweeps over', () => {
    for (const at of ['#a', '#b', '#other']) {
      fire('pointerover', at);
      vi.advanceTimersByTime(30);
    }
    vi.advanceTimersByTime(1000);
    expect(meant).toEqual([]);
  });

  it('reports a link immediately when pressed or focused', () => {
    fire('pointerdown', '#b');
    expect(meant.map(({ roomId }) => roomId)).toEqual(['r/2']);
    fire('focusin', '#a');
    vi.advanceTimersByTime(60);
    expect(meant).toHaveLength(2);
    stop();
    fire('pointerdown', '#b');
    expect(meant).toHaveLength(2);
  });

  it('ignores other links', () => {
    expect(linkedNight('https://x.example/master/domain/d/sleep')).toBeNull();
    expect(linkedNight('https://x.example/room/r1/sleep?from=a&to=b')).toEqual({
      roomId: 'r1',
      night: '',
      from: 'a',
      to: 'b',
    });
  });
});
