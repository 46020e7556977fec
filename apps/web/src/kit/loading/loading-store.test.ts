import { describe, expect, it, vi } from 'vitest';
import { createLoading, LOADING_DELAY_MS } from './loading-store.ts';

function withTimer() {
  const waiting: { run: () => void; delayMs: number }[] = [];
  const loading = createLoading((run, delayMs) => {
    const timer = { run, delayMs };
    waiting.push(timer);
    return () => void waiting.splice(waiting.indexOf(timer), 1);
  });
  return {
    loading,
    waiting,
    elapse: () => waiting.splice(0).forEach(({ run }) => run()),
    shown: () => (loading.current().kind === 'shown' ? loading.current() : null),
  };
}

describe('createLoading', () => {
  it('appears after 150 ms, and not at all if loading ends sooner', () => {
    const { loading, waiting, shown, elapse } = withTimer();
    const end = loading.begin('保存しています');
    expect([waiting.map(({ delayMs }) => delayMs), shown()]).toEqual([[LOADING_DELAY_MS], null]);
    end();
    expect(waiting).toEqual([]);
    loading.begin('取り込んでいます');
    elapse();
    expect(shown()).toEqual({ kind: 'shown', words: '取り込んでいます' });
  });

  it('hides when the last of several operations ends, and shows the text of the newest', () => {
    const { loading, shown, elapse } = withTimer();
    const [first, second] = [loading.begin('一つ目'), loading.begin('二つ目')];
    elapse();
    expect(shown()).toMatchObject({ words: '二つ目' });
    second();
    second();
    expect(shown()).toMatchObject({ words: '一つ目' });
    const third = loading.begin('三つ目');
    expect(shown()).toMatchObject({ words: '三つ目' });
    first();
    expect(shown()).toMatchObject({ words: '三つ目' });
    third();
    expect(shown()).toBeNull();
  });

  it('delays the first only: an operation that begins during the delay does not extend it', () => {
    const { loading, waiting } = withTimer();
    const first = loading.begin('一つ目');
    loading.begin('二つ目');
    first();
    expect(waiting).toHaveLength(1);
  });

  it('covers an operation until it succeeds or fails', async () => {
    const { loading, shown, elapse } = withTimer();
    const listener = vi.fn();
    const stop = loading.subscribe(listener);
    const work = Promise.withResolvers<number>();
    const result = loading.during(work.promise, '計算しています');
    elapse();
    expect(shown()).not.toBeNull();
    work.resolve(7);
    expect(await result).toBe(7);
    expect(shown()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    const broken = loading.during(Promise.reject(new Error('no')), '計算しています');
    elapse();
    await expect(broken).rejects.toThrow('no');
    expect(shown()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
