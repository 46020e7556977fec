import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** Records policy violations and errors of a page; check the result at the end of a journey. */
export function watchPage(page: Page): { readonly faults: readonly string[] } {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      /Content Security Policy|Refused to|violates the following/.test(message.text())
    )
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  // Some violations, such as a caught attempt to evaluate code, are reported only by this event.
  void page.exposeFunction('noteRefusal', (what: string) => faults.push(what));
  void page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const note: unknown = Reflect.get(globalThis, 'noteRefusal');
      if (typeof note === 'function')
        note(`${violatedDirective} refused ${blockedURI} on ${globalThis.location.pathname}`);
    }),
  );
  return { faults };
}

/** Prints a figure of the reliability table. */
export const printFigure = (line: string): unknown => process.stdout.write(`${line}\n`);

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[data-loading], [aria-busy="true"], #boot') === null,
  );
}

/**
 * The structure of a page without its texts. Screens with the same structure have the same barriers
 * and colours.
 */
export const readStructure = (page: Page, part = 'body'): Promise<string> =>
  page.evaluate((selector) => {
    const describeElement = (element: Element): string => {
      const attributes = [...element.attributes].filter(
        ({ name }) =>
          name === 'class' ||
          name === 'role' ||
          name === 'style' ||
          name === 'disabled' ||
          name.startsWith('data-'),
      );
      // Only whether a name exists, and whether text is next to the elements.
      const named = ['aria-label', 'aria-labelledby', 'alt', 'href', 'for', 'title', 'id'].filter(
        (name) => (element.getAttribute(name) ?? '') !== '',
      );
      const text = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      return `<${element.localName} ${attributes.map(({ name, value }) => `${name}=${value}`).join(' ')} ${named.join(' ')}${text ? ' text' : ''}>${[...element.children].map(describeElement).join('')}</>`;
    };
    return [...document.querySelectorAll(selector)].map(describeElement).join('');
  }, part);

/**
 * Waits until nothing has faded or slid for five frames, because intermediate colours have another
 * contrast, and a dialog starts to fade a few frames after it opened. Endless pulses do not count.
 */
const waitUntilStill = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const isMoving = (): boolean =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    for (let still = 0; still < 5; still = isMoving() ? 0 : still + 1)
      await new Promise(requestAnimationFrame);
  });

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Once per document, because parsing axe takes longer than a check. */
async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
}

/**
 * `part` selects a part of the page, by default everything. `only` limits the check to one rule,
 * for screens that were checked in full and can differ only in that.
 */
export async function expectAccessible(
  page: Page,
  part?: string,
  only?: 'color-contrast',
): Promise<void> {
  await injectAxe(page);
  await waitUntilStill(page);
  const options: RunOptions = {
    runOnly: only === undefined ? WCAG_TAGS : [only],
    resultTypes: ['violations'],
  };
  const { violations } = await page.evaluate(
    (check) => (Reflect.get(globalThis, 'axe') as typeof axe).run(check.part, check.options),
    { part: part ?? 'html', options },
  );
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`)
          .join(' | ')}`,
    ),
  ).toEqual([]);
}
