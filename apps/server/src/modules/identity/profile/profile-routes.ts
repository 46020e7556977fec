import { isVisible, MOST_PHOTO_BYTES, profileApi, refuse, staffVisibleTo } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import { toAccountOwner } from '../account-owner.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import { setCookies, getClientInfo } from '../session-reply.ts';
import { deleteAccount, findSoleOwnedOrganisation } from './account-deletion.ts';
import { completeEmailChange, requestEmailChange } from './email-change.ts';
import { checkPhoto, dropPhoto, findPhoto, putPhoto } from './photo-store.ts';
import { changeProfile, readProfile } from './profile-store.ts';

/** The user's own account: profile, address, photo, deletion. */
export function profileRoutes(parts: RegistrationParts): readonly Route[] {
  const { confirmation, sessions } = parts.identity;
  return [
    route(profileApi.read, ({ actor }) => readProfile(parts, actor)),
    route(profileApi.change, async ({ actor, body }) => {
      await changeProfile(parts, actor, body);
      return readProfile(parts, actor);
    }),
    route(profileApi.changeEmail, async ({ actor, session, body, request }) => {
      await confirmation.require(session.sessionId);
      await requestEmailChange(parts, actor, body, getClientInfo(request));
    }),
    route(profileApi.completeEmail, async ({ actor, session, body }) => {
      await completeEmailChange(parts, toAccountOwner(session), body.token);
      return readProfile(parts, actor);
    }),
    route(profileApi.deletion, async ({ actor }) => ({
      lastOwnerOf: await findSoleOwnedOrganisation(parts, actor),
    })),
    route(profileApi.remove, async ({ session, request, reply }) => {
      await confirmation.require(session.sessionId);
      await deleteAccount(parts, toAccountOwner(session));
      setCookies(reply, await sessions.signOut(request.headers.cookie));
    }),
    ...photoRoutes(parts),
  ];
}

const photoRoutes = (parts: RegistrationParts): readonly Route[] => [
  route(
    profileApi.putPhoto,
    async ({ actor, request }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw refuse('media-type-refused');
      const photo = { type: await checkPhoto(bytes), bytes };
      await putPhoto(parts.database, actor.userId, photo, parts.now());
      parts.identity.announceChange(actor.userId);
    },
    { bodyLimit: MOST_PHOTO_BYTES + 1, parseUpload: (bytes) => bytes },
  ),
  route(profileApi.removePhoto, async ({ actor }) => {
    await dropPhoto(parts.database, actor.userId, parts.now());
    parts.identity.announceChange(actor.userId);
  }),
  route(profileApi.photo, async ({ actor, params: { userId }, reply }) => {
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
  }),
];
