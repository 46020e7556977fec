import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ACCESS_LEVELS, ProblemError } from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import { requireOwnAccount } from './request-actor.ts';
import type { Route } from './route.ts';
import { pagePolicy } from './security-headers.ts';

/** The policy of our pages; the library sanitises what it shows by DOMPurify. */
const READER_POLICY = pagePolicy(['default', 'dompurify']);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Yamori API</title>
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <script src="/api/docs/swagger-ui-bundle.js" defer></script>
    <script src="/api/docs/reader.js" defer></script>
  </head>
  <body>
    <main id="reader"></main>
  </body>
</html>
`;

/**
 * Calls cannot be tried out: they would change real rooms. The theme is the one stored by the web
 * application (apps/web/src/kit/theme/preferences.ts). The Trusted Types policy passes only text
 * with plain tags.
 */
const SCRIPT = `const PLAIN = /^(?:[^<]|<\\/?(?:p|i|code)>)*$/;
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (PLAIN.test(text) ? text : null),
});
const { theme } = JSON.parse(localStorage.getItem('yamori.preferences') ?? '{}');
document.documentElement.classList.toggle('dark-mode', theme !== 'light');
const nothing = () => () => null;
SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  dom_id: '#reader',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  supportedSubmitMethods: [],
  validatorUrl: null,
  plugins: [{ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } }],
});
`;

type StaticFile = {
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly cacheControl: string;
};

const CACHED_FOR_AN_HOUR = 'private, max-age=3600';

function listFiles(): readonly StaticFile[] {
  const { resolve } = createRequire(import.meta.url);
  return [
    {
      name: 'openapi.json',
      cacheControl: 'no-store',
      type: 'application/json; charset=utf-8',
      path: fileURLToPath(new URL('../../../../../docs/openapi.json', import.meta.url)),
    },
    {
      name: 'swagger-ui-bundle.js',
      cacheControl: CACHED_FOR_AN_HOUR,
      type: 'text/javascript; charset=utf-8',
      path: resolve('swagger-ui-dist/swagger-ui-bundle.js'),
    },
    {
      name: 'swagger-ui.css',
      cacheControl: CACHED_FOR_AN_HOUR,
      type: 'text/css; charset=utf-8',
      path: resolve('swagger-ui-dist/swagger-ui.css'),
    },
  ];
}

/** Only a member's own account may read; guests and members who owe a second factor may not. */
async function onRequest(request: FastifyRequest): Promise<void> {
  const { accessLevel } = requireOwnAccount(request);
  if (accessLevel === ACCESS_LEVELS.requestMfa) throw new ProblemError('access-refused');
}

/** Serves the API description as a page (decision 069). */
export const apiReaderRoutes = (): readonly Route[] => [
  (server) =>
    server.get('/api/docs', { onRequest }, async (_request, reply) =>
      reply
        .header('content-security-policy', READER_POLICY)
        .type('text/html; charset=utf-8')
        .send(PAGE),
    ),
  (server) =>
    server.get('/api/docs/reader.js', { onRequest }, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(SCRIPT),
    ),
  ...listFiles().map(
    ({ name, type, path, cacheControl }): Route =>
      (server) =>
        server.get(`/api/docs/${name}`, { onRequest }, async (_request, reply) =>
          reply.type(type).header('cache-control', cacheControl).send(createReadStream(path)),
        ),
  ),
];
