/**
 * Modal elements make everything below them inert: the page, and dialogs under the top one. The
 * attribute is set on the siblings instead of using the browser's modal layer, because that would
 * also silence the toasts, which must be announced and closable while a dialog is open.
 */
const LAYERS = ['banner', 'dialogs', 'loading', 'toasts'] as const;
type LayerName = (typeof LAYERS)[number];

/** Marks the elements that this module made inert, so that it restores only those. */
const COVERED = 'data-covered';

/** The child of the body into which portals of this kind render. */
export function getLayer(page: Document, name: LayerName): HTMLElement {
  const known = page.querySelector<HTMLElement>(`body > [data-layer='${name}']`);
  if (known !== null) return known;
  const layer = page.createElement('div');
  layer.dataset['layer'] = name;
  // The Tab key reaches the banner first, wherever the page has been scrolled to.
  if (name === 'banner') page.body.prepend(layer);
  else page.body.append(layer);
  // The page's shortcuts are disabled while a modal element is open.
  if (name === 'dialogs') layer.addEventListener('keydown', (event) => event.stopPropagation());
  return layer;
}

/** Updates which elements are inert. Called after a modal element opened or starts to close. */
export function applyInertBackground(page: Document): void {
  const loading = page.querySelector("[data-layer='loading'] [data-modal='open']") !== null;
  const dialogs = [
    ...getLayer(page, 'dialogs').querySelectorAll<HTMLElement>("[data-modal='open']"),
  ];
  const top = dialogs.at(-1);
  for (const going of page.querySelectorAll<HTMLElement>("[data-modal='leaving']"))
    going.inert = true;
  for (const dialog of dialogs) dialog.inert = loading || dialog !== top;
  for (const part of page.body.children) {
    if (part instanceof HTMLElement && part.dataset['layer'] === undefined)
      cover(part, loading || top !== undefined);
  }
}

function cover(part: HTMLElement, covered: boolean): void {
  if (covered === part.inert || (!covered && !part.hasAttribute(COVERED))) return;
  part.inert = covered;
  part.toggleAttribute(COVERED, covered);
}
