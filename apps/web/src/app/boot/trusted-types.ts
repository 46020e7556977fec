/** The Trusted Types API, which TypeScript's DOM library does not contain yet. */
type PolicyRules = {
  readonly createHTML: (text: string) => null;
  readonly createScriptURL: (address: string) => string | null;
};
type Factory = {
  readonly defaultPolicy?: unknown;
  readonly createPolicy: (name: 'default', rules: PolicyRules) => unknown;
};

/** Allows scripts of the build and the service worker. */
const OWN_SCRIPT = /^\/(assets\/[\w.-]+\.js|sw\.js)$/;

/**
 * The only Trusted Types policy that the server allows. It creates no HTML and no inline script,
 * and script URLs only of the build.
 */
export function guardMarkup(view: Window): void {
  const factory: unknown = Reflect.get(view, 'trustedTypes');
  // A page can create it only once; a repeated boot reuses it.
  if (!isFactory(factory) || (factory.defaultPolicy ?? null) !== null) return;
  factory.createPolicy('default', {
    createHTML: () => null,
    createScriptURL: (address) => (isOwnScript(address, view.location.origin) ? address : null),
  });
}

export function isOwnScript(address: string, origin: string): boolean {
  if (!URL.canParse(address, origin)) return false;
  const url = new URL(address, origin);
  return url.origin === origin && OWN_SCRIPT.test(url.pathname) && url.search === '';
}

const isFactory = (value: unknown): value is Factory =>
  typeof value === 'object' && value !== null && 'createPolicy' in value;
