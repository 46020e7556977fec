import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Fails with rule and element for each violation that axe finds below `place`. Fades and slides end
 * first: a colour halfway has the contrast of neither end. `region` is off because a single
 * component has no landmarks around it.
 */
export async function expectAccessible(
  place: Element,
  rules: Readonly<Record<string, { readonly enabled: boolean }>> = {},
): Promise<void> {
  await finishAnimations();
  const { violations } = await axe.run(place, {
    rules: { region: { enabled: false }, ...rules },
    resultTypes: ['violations'],
  });
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => [id, html, any[0]?.message]),
    ),
  ).toEqual([]);
}

/** Skips pulses and paused animations, because they never end. */
async function finishAnimations(): Promise<void> {
  const finite = document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    );
  // A cancelled animation rejects: its element is gone.
  await Promise.allSettled(finite.map((animation) => animation.finished));
}
