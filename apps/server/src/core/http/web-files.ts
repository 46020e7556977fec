import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { replyNotFound } from './problem-reply.ts';
import { pagePolicy } from './security-headers.ts';

/**
 * Preloads of a member's page (apps/web/vite.config.ts), which visitors without a session do not
 * need.
 */
const MEMBER_PRELOADS = /<link\b[^>]*\sdata-member\b[^>]*>\s*/g;
/** A hint only; the page checks whether the session is valid. */
const HOLDS_SESSION = /(^|[;\s-])yamori\.session_token=/;
/** Names of built files contain a content hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
const SERVER_PATHS = /^\/(api|live)(\/|$)/;

/**
 * Serves the built web application from `folder`. Paths that are not files belong to the
 * application's router. Null serves no pages.
 */
export async function registerWebFiles(
  server: FastifyInstance,
  folder: string | null,
): Promise<void> {
  if (folder === null) {
    server.setNotFoundHandler(replyNotFound);
    return;
  }
  const sendPage = await pageSender(folder);
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header(
        'cache-control',
        reply.request.url.startsWith('/assets/') ? IMMUTABLE : REVALIDATE,
      );
    },
  });
  server.get('/', sendPage);
  server.get('/index.html', sendPage);
  server.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !SERVER_PATHS.test(getPath(request)) &&
      wantsPage(request);
    return isPage ? sendPage(request, reply) : replyNotFound(request, reply);
  });
}

/** Reloads the page after a rebuild. */
async function pageSender(
  folder: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const file = join(folder, 'index.html');
  const read = async () => ({
    text: await readFile(file, 'utf8'),
    changedAtMs: (await stat(file)).mtimeMs,
  });
  const state = { page: await read() };
  return async (request, reply) => {
    if ((await stat(file)).mtimeMs !== state.page.changedAtMs) state.page = await read();
    return (
      reply
        .header('content-security-policy', pagePolicy())
        // Needed to detect that a provider's sign-in window was closed (decision 015). A page that
        // opens this one gets no reference to it.
        .header('cross-origin-opener-policy', 'same-origin-allow-popups')
        .header('cache-control', REVALIDATE)
        .type('text/html; charset=utf-8')
        .send(
          HOLDS_SESSION.test(request.headers.cookie ?? '')
            ? state.page.text
            : state.page.text.replaceAll(MEMBER_PRELOADS, ''),
        )
    );
  };
}

const getPath = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/** Only navigation, and paths without a file extension, get the page: a missing script must not. */
function wantsPage(request: FastifyRequest): boolean {
  const accepts = request.headers.accept ?? '*/*';
  return (
    accepts.includes('text/html') ||
    (accepts.includes('*/*') && !/\.[a-z0-9]{1,12}$/i.test(getPath(request)))
  );
}
