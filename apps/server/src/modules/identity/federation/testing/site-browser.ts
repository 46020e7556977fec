/**
 * Where a request ended: the answer that was not a redirect, or the first one to an address that
 * the caller stops at.
 */
export type Landing = { readonly url: string; readonly status: number; readonly body: string };
export type AskOptions = {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /**
   * A page of another site sends this: its browser keeps cookies that are not for that, and names
   * the other origin.
   */
  readonly fromOtherSite?: string;
};

export type SiteBrowser = ReturnType<typeof createSiteBrowser>;

const MOST_REDIRECTS = 12;

/**
 * A browser without pages that goes from site to site: it keeps cookies by host and port, follows
 * redirects and sends what a browser would.
 */
export function createSiteBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string): Map<string, string> => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };

  const ask = async (url: string, options: AskOptions = {}): Promise<Response> => {
    const { json, form, fromOtherSite } = options;
    const posts = json !== undefined || form !== undefined;
    // SameSite=Lax: a post of another site brings no cookies.
    const cookies =
      posts && fromOtherSite !== undefined
        ? []
        : [...jarOf(url)].map(([name, value]) => `${name}=${value}`);
    const response = await fetch(url, {
      method: posts ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...(posts
          ? {
              origin: fromOtherSite ?? new URL(url).origin,
              'content-type':
                form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
            }
          : {}),
      },
      ...(posts
        ? { body: form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString() }
        : {}),
    });
    for (const line of response.headers.getSetCookie()) keep(jarOf(url), line);
    return response;
  };

  return {
    ask,
    cookieNames: (url: string): string[] => [...jarOf(url).keys()],
    cookie: (url: string, name: string): string | undefined => jarOf(url).get(name),
    setCookie: (url: string, name: string, value: string): void => void jarOf(url).set(name, value),

    /**
     * Goes to an address and on as it is sent, until an answer or until `stopAt` fits the address
     * that comes next.
     */
    go: async (
      url: string,
      stopAt: (url: string) => boolean = () => false,
      options: AskOptions = {},
    ): Promise<Landing> => {
      let [at, with_] = [url, options];
      for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
        const response = await ask(at, with_);
        const location = response.headers.get('location');
        if (location === null)
          return { url: at, status: response.status, body: await response.text() };
        at = new URL(location, at).href;
        with_ = {};
        if (stopAt(at)) return { url: at, status: response.status, body: '' };
      }
      throw new Error(`too many redirects, last to ${at}`);
    },
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals);
  const gone = attributes.some(
    (attribute) =>
      /^max-age=0$/i.test(attribute) ||
      (/^expires=/i.test(attribute) && Date.parse(attribute.slice('expires='.length)) < Date.now()),
  );
  if (gone) jar.delete(name);
  else jar.set(name, pair.slice(equals + 1));
}
