import {
  isVisible,
  MOST_PHOTO_BYTES,
  PHOTO_TYPES,
  profileApi,
  refuse,
  staffVisibleTo,
} from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../core/http/serve-endpoint.ts';
import { ownerOf } from '../account-owner.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import { setCookies, visitOf } from '../session-reply.ts';
import { deleteAccount, lastOwnerOf } from './account-deletion.ts';
import { completeEmailChange, requestEmailChange } from './email-change.ts';
import { checkPhoto } from './photo-check.ts';
import { dropPhoto, findPhoto, putPhoto } from './photo-store.ts';
import { changeProfile, readProfile } from './profile-store.ts';

/** The user's own account: profile, address, photo, deletion. */
export function registerProfileRoutes(server: FastifyInstance, parts: RegistrationParts): void {
  const { confirmation, sessions } = parts.identity;

  serveEndpoint(server, profileApi.read, ({ actor }) => readProfile(parts, actor));

  serveEndpoint(server, profileApi.change, async ({ actor, body }) => {
    await changeProfile(parts, actor, body);
    return readProfile(parts, actor);
  });

  serveEndpoint(server, profileApi.changeEmail, async ({ actor, session, body, request }) => {
    await confirmation.require(session.sessionId);
    await requestEmailChange(parts, actor, body, visitOf(request));
  });

  serveEndpoint(server, profileApi.completeEmail, async ({ actor, session, body }) => {
    await completeEmailChange(parts, ownerOf(session), body.token);
    return readProfile(parts, actor);
  });

  serveEndpoint(server, profileApi.deletion, async ({ actor }) => ({
    lastOwnerOf: await lastOwnerOf(parts, actor),
  }));

  serveEndpoint(server, profileApi.remove, async ({ session, request, reply }) => {
    await confirmation.require(session.sessionId);
    await deleteAccount(parts, ownerOf(session));
    setCookies(reply, await sessions.signOut(request.headers.cookie));
  });

  registerPhotoRoutes(server, parts);
}

function registerPhotoRoutes(server: FastifyInstance, parts: RegistrationParts): void {
  // Only this endpoint parses bodies as raw bytes.
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      [...PHOTO_TYPES],
      { parseAs: 'buffer', bodyLimit: MOST_PHOTO_BYTES + 1 },
      (_request, body, done) => done(null, body),
    );
    serveEndpoint(scope, profileApi.putPhoto, async ({ actor, request }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw refuse('media-type-refused');
      const photo = { type: await checkPhoto(bytes), bytes };
      await putPhoto(parts.database, actor.userId, photo, parts.now());
      parts.identity.announceChange(actor.userId);
    });
  });

  serveEndpoint(server, profileApi.removePhoto, async ({ actor }) => {
    await dropPhoto(parts.database, actor.userId, parts.now());
    parts.identity.announceChange(actor.userId);
  });

  serveEndpoint(server, profileApi.photo, async ({ actor, params: { userId }, reply }) => {
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
