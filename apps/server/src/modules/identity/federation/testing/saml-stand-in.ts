import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import { freePort } from '../../../../testing/free-port.ts';
import { escapeXml } from '../saml/xml-tree.ts';
import type { StandInPerson } from './oidc-stand-in.ts';
import { createSigningKey } from './test-certificate.ts';

type SamlpOptions = Readonly<Record<string, unknown>>;
/** A third-party implementation of the identity provider. It has no types. */
const samlp = createRequire(import.meta.url)('samlp') as {
  getSamlResponse: (
    options: SamlpOptions,
    user: object,
    done: (error: Error | null, response: string) => void,
  ) => void;
};

export type SamlStandIn = {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificate: string;
  /** URL for a sign-in that the identity provider initiates. */
  readonly startUrl: (addresses: { acsUrl: string; audience: string }) => string;
  readonly close: () => Promise<void>;
};

/** A SAML identity provider on this machine. Its page lists its users; choosing one signs in. */
export async function openSamlStandIn(people: readonly StandInPerson[]): Promise<SamlStandIn> {
  const origin = `http://localhost:${await freePort()}`;
  const entityId = `${origin}/metadata`;
  const key = createSigningKey();

  const answer = async (url: URL, response: ServerResponse): Promise<void> => {
    const { acsUrl, audience, requestId } = parseRequest(url);
    const person = people.find(({ sub }) => sub === url.searchParams.get('as'));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (person === undefined) {
      const links = people
        .map(
          ({ sub, name }) =>
            `<p><a href="${escapeXml(withPerson(url, sub))}">${escapeXml(name)}</a></p>`,
        )
        .join('');
      return void response.end(
        `<!doctype html><title>Identity provider</title><h1>Identity provider</h1>${links}`,
      );
    }
    const text = await respond(
      {
        issuer: entityId,
        key: key.privateKey,
        cert: key.certificate,
        audience,
        recipient: acsUrl,
        destination: acsUrl,
        lifetimeInSeconds: 300,
        signatureAlgorithm: 'rsa-sha256',
        digestAlgorithm: 'sha256',
        ...(requestId === null ? {} : { inResponseTo: requestId }),
      },
      person,
    );
    const relay = url.searchParams.get('RelayState') ?? '';
    response.end(
      `<!doctype html><title>…</title><form method="post" action="${escapeXml(acsUrl)}"><input type="hidden" name="SAMLResponse" value="${Buffer.from(text).toString('base64')}">` +
        `<input type="hidden" name="RelayState" value="${escapeXml(relay)}"></form><script>document.forms[0].submit()</script>`,
    );
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname === '/sso' || url.pathname === '/start') void answer(url, response);
    else response.writeHead(404).end();
  });
  server.listen(Number(new URL(origin).port), 'localhost');
  await once(server, 'listening');
  return {
    entityId,
    signInUrl: `${origin}/sso`,
    certificate: key.certificate,
    startUrl: (addresses) => `${origin}/start?${new URLSearchParams(addresses).toString()}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The addresses from the request, or from the query if the provider initiates the sign-in. */
function parseRequest(url: URL): { acsUrl: string; audience: string; requestId: string | null } {
  const encoded = url.searchParams.get('SAMLRequest');
  if (encoded === null)
    return {
      acsUrl: url.searchParams.get('acsUrl') ?? '',
      audience: url.searchParams.get('audience') ?? '',
      requestId: null,
    };
  const request = inflateRawSync(Buffer.from(encoded, 'base64')).toString('utf8');
  const part = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
  return {
    acsUrl: part(/AssertionConsumerServiceURL="([^"]+)"/),
    audience: part(/<saml:Issuer>([^<]+)</),
    requestId: part(/ ID="([^"]+)"/),
  };
}

function withPerson(url: URL, sub: string): string {
  const next = new URL(url);
  next.searchParams.set('as', sub);
  return `${next.pathname}${next.search}`;
}

const respond = (options: SamlpOptions, { sub, name, email }: StandInPerson): Promise<string> =>
  new Promise((resolve, reject) => {
    const user = {
      id: sub,
      displayName: name,
      emails: email === undefined ? [] : [{ value: email }],
      name: { givenName: name, familyName: '' },
    };
    samlp.getSamlResponse(options, user, (error, response) => {
      if (error === null) resolve(response);
      else reject(error);
    });
  });
