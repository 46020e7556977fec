import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  changeEmailCall,
  changeProfileCall,
  completeEmailCall,
  deletionReply,
  isVisible,
  MOST_PHOTO_BYTES,
  PHOTO_TYPES,
  profile,
  refuse,
  staffVisibleTo,
} from '@yamori/domain';
import { z } from 'zod';
import { requireOwnSession } from '../account-owner.ts';
import { requireActor, requireOwnAccount } from '../../../http/request-actor.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import { setCookies, visitOf } from '../session-reply.ts';
import { deleteAccount, lastOwnerOf } from './account-deletion.ts';
import { completeEmailChange, requestEmailChange } from './email-change.ts';
import { checkPhoto } from './photo-check.ts';
import { dropPhoto, findPhoto, putPhoto } from './photo-store.ts';
import { changeProfile, readProfile } from './profile-store.ts';

/** One's own account: profile, address, password, photo, end. */
export function registerProfileRoutes(plain: FastifyInstance, parts: RegistrationParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const { confirmation } = parts.identity;

  server.get('/api/account/profile', { schema: { response: { 200: profile } } }, async (request) =>
    readProfile(parts, requireOwnAccount(request)),
  );

  server.post(
    '/api/account/profile',
    { schema: { body: changeProfileCall, response: { 200: profile } } },
    async (request) => {
      const actor = requireOwnAccount(request);
      await changeProfile(parts, actor, request.body);
      return readProfile(parts, actor);
    },
  );

  server.post(
    '/api/account/email',
    { schema: { body: changeEmailCall } },
    async (request, reply) => {
      const { actor, sessionId } = requireOwnSession(request);
      await confirmation.require(sessionId);
      await requestEmailChange(parts, actor, request.body, visitOf(request));
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/account/email/complete',
    { schema: { body: completeEmailCall, response: { 200: profile } } },
    async (request) => {
      const owner = requireOwnSession(request);
      await completeEmailChange(parts, owner, request.body.token);
      return readProfile(parts, owner.actor);
    },
  );

  server.get(
    '/api/account/deletion',
    { schema: { response: { 200: deletionReply } } },
    async (request) => ({ lastOwnerOf: await lastOwnerOf(parts, requireOwnAccount(request)) }),
  );

  server.post(
    '/api/account/delete',
    { schema: { body: z.strictObject({}) } },
    async (request, reply) => {
      const owner = requireOwnSession(request);
      await confirmation.require(owner.sessionId);
      await deleteAccount(parts, owner);
      setCookies(reply, await parts.identity.sessions.signOut(request.headers.cookie));
      return reply.code(204).send();
    },
  );

  registerPhotoRoutes(plain, parts);
}

function registerPhotoRoutes(plain: FastifyInstance, parts: RegistrationParts): void {
  // Bytes are read as such for this address only.
  void plain.register(async (scope) => {
    scope.addContentTypeParser(
      [...PHOTO_TYPES],
      { parseAs: 'buffer', bodyLimit: MOST_PHOTO_BYTES + 1 },
      (_request, body, done) => done(null, body),
    );
    scope.post('/api/account/photo', async (request, reply) => {
      const actor = requireOwnAccount(request);
      if (!Buffer.isBuffer(request.body)) throw refuse('media-type-refused');
      const bytes = request.body;
      await putPhoto(
        parts.database,
        actor.userId,
        { type: await checkPhoto(bytes), bytes },
        parts.now(),
      );
      parts.identity.announceChange(actor.userId);
      return reply.code(204).send();
    });
  });
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    '/api/account/photo/remove',
    { schema: { body: z.strictObject({}) } },
    async (request, reply) => {
      const actor = requireOwnAccount(request);
      await dropPhoto(parts.database, actor.userId, parts.now());
      parts.identity.announceChange(actor.userId);
      return reply.code(204).send();
    },
  );

  const whose = {
    params: z.strictObject({ userId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    querystring: z.strictObject({ v: z.string().max(20).optional() }),
  };
  server.get('/api/account/photo/:userId', { schema: whose }, async (request, reply) => {
    const actor = requireActor(request);
    const { userId } = request.params;
    const [member] = userId === actor.userId ? [] : await parts.store.read([`staff/${userId}`]);
    const seen =
      userId === actor.userId ||
      (member !== null && member !== undefined && isVisible(member, staffVisibleTo(actor)));
    const photo = seen ? await findPhoto(parts.database, userId) : null;
    if (photo === null) throw refuse('photo-not-found');
    return reply
      .type(photo.contentType)
      .header('cache-control', 'private, max-age=300')
      .send(photo.bytes);
  });
}
