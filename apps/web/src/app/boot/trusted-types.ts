/** What a browser with Trusted Types offers; the library of types has it not yet. */
type PolicyRules = {
  readonly createHTML: (text: string) => string | null;
  readonly createScriptURL: (address: string) => string | null;
};
type Factory = {
  readonly defaultPolicy?: unknown;
  readonly createPolicy: (name: 'default', rules: PolicyRules) => unknown;
};

/** Scripts of the build, and the service worker. */
const OWN_SCRIPT = /^\/(assets\/[\w.-]+\.js|sw\.js)$/;

/**
 * The one way in which text may become markup or the address of a script (the server's policy
 * allows no other). Markup is refused whole: the component library sets the text of its own style
 * sheets this way, which holds no tag. Code from text is refused always.
 */
export function guardMarkup(view: Window): void {
  const factory: unknown = Reflect.get(view, 'trustedTypes');
  // A page has one such policy; a start that is tried again finds it there.
  if (!isFactory(factory) || (factory.defaultPolicy ?? null) !== null) return;
  factory.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
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
