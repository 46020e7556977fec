import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { replyNotFound } from './problem-reply.ts';
import { freshNonce, pagePolicy } from './security-headers.ts';

const NONCE_WORD = '__CSP_NONCE__';
/**
 * What the page of a member begins with as well (apps/web/vite.config.ts); who has no session would
 * fetch it for nothing.
 */
const MEMBER_LINES = /<link\b[^>]*\sdata-member\b[^>]*>\s*/g;
/** A hint only: whether the session is one is asked by the page. */
const HOLDS_SESSION = /(^|[;\s-])yamori\.session_token=/;
/** Names of built files hold a hash of what is in them. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ALWAYS_ASK = 'no-cache';
const OWN_ADDRESSES = /^\/(api|live)(\/|$)/;

/**
 * Serves the built web application from `folder`; an address that is no file is the application's
 * own. Null: no pages.
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
        reply.request.url.startsWith('/assets/') ? IMMUTABLE : ALWAYS_ASK,
      );
    },
  });
  server.get('/', sendPage);
  server.get('/index.html', sendPage);
  server.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !OWN_ADDRESSES.test(pathOf(request)) &&
      wantsPage(request);
    return isPage ? sendPage(request, reply) : replyNotFound(request, reply);
  });
}

/** Reads the page again when it was built anew, and gives every answer a nonce of its own. */
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
    const nonce = freshNonce();
    return (
      reply
        .header('content-security-policy', pagePolicy(nonce))
        // Sees when the window of a provider's sign-in is closed (decision 015); whoever opens us
        // still gets no hand on us.
        .header('cross-origin-opener-policy', 'same-origin-allow-popups')
        .header('cache-control', ALWAYS_ASK)
        .type('text/html; charset=utf-8')
        .send(
          (HOLDS_SESSION.test(request.headers.cookie ?? '')
            ? state.page.text
            : state.page.text.replaceAll(MEMBER_LINES, '')
          ).replaceAll(NONCE_WORD, nonce),
        )
    );
  };
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/**
 * A missing script must not be answered by a page: only navigation, and what looks like no file,
 * gets it.
 */
function wantsPage(request: FastifyRequest): boolean {
  const accepts = request.headers.accept ?? '*/*';
  return (
    accepts.includes('text/html') ||
    (accepts.includes('*/*') && !/\.[a-z0-9]{1,12}$/i.test(pathOf(request)))
  );
}
