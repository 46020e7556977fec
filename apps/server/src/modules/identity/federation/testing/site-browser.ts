/**
 * Where a request ended: the first reply that is not a redirect, or a redirect that was not
 * followed.
 */
export type Landing = { readonly url: string; readonly status: number; readonly body: string };
type AskOptions = {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** The origin of another site that sends this. Lax cookies are withheld. */
  readonly fromOtherSite?: string;
};

export type SiteBrowser = ReturnType<typeof createSiteBrowser>;

const MAX_REDIRECTS = 12;

/** A browser without pages. It keeps cookies by host and port and follows redirects. */
export function createSiteBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const getJar = (url: string): Map<string, string> => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };

  const ask = async (url: string, options: AskOptions = {}): Promise<Response> => {
    const { json, form, fromOtherSite } = options;
    const posts = json !== undefined || form !== undefined;
    // SameSite=Lax: a cross-site POST carries no cookies.
    const cookies =
      posts && fromOtherSite !== undefined
        ? []
        : [...getJar(url)].map(([name, value]) => `${name}=${value}`);
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
    for (const line of response.headers.getSetCookie()) storeCookie(getJar(url), line);
    return response;
  };

  return {
    ask,
    cookieNames: (url: string): string[] => [...getJar(url).keys()],
    cookie: (url: string, name: string): string | undefined => getJar(url).get(name),
    setCookie: (url: string, name: string, value: string): void =>
      void getJar(url).set(name, value),

    /** Follows redirects until another reply, or until `stopAt` matches the next URL. */
    go: async (
      url: string,
      stopAt: (url: string) => boolean = () => false,
      options: AskOptions = {},
    ): Promise<Landing> => {
      let at = url;
      let with_ = options;
      for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
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

function storeCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals);
  const isDeleted = attributes.some(
    (attribute) =>
      /^max-age=0$/i.test(attribute) ||
      (/^expires=/i.test(attribute) && Date.parse(attribute.slice('expires='.length)) < Date.now()),
  );
  if (isDeleted) jar.delete(name);
  else jar.set(name, pair.slice(equals + 1));
}
