import {
  isVisible,
  MAX_PHOTO_BYTES,
  profileApi,
  ProblemError,
  staffVisibleTo,
} from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import { toAccountOwner } from '../account-owner.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';
import { setCookies, getClientInfo } from '../session-reply.ts';
import { deleteAccount, findSoleOwnedOrganisation } from './account-deletion.ts';
import { completeEmailChange, requestEmailChange } from './email-change.ts';
import { checkPhoto, dropPhoto, findPhoto, putPhoto } from './photo-store.ts';
import { changeProfile, readProfile } from './profile-store.ts';

/** The user's own account: profile, address, photo, deletion. */
export function profileRoutes(context: RegistrationContext): readonly Route[] {
  const { confirmation, sessions } = context.identity;
  return [
    route(profileApi.read, ({ actor }) => readProfile(context, actor)),
    route(profileApi.change, async ({ actor, body }) => {
      await changeProfile(context, actor, body);
      return readProfile(context, actor);
    }),
    route(profileApi.changeEmail, async ({ actor, session, body, request }) => {
      await confirmation.require(session.sessionId);
      await requestEmailChange(context, actor, body, getClientInfo(request));
    }),
    route(profileApi.completeEmail, async ({ actor, session, body }) => {
      await completeEmailChange(context, toAccountOwner(session), body.token);
      return readProfile(context, actor);
    }),
    route(profileApi.deletion, async ({ actor }) => ({
      lastOwnerOf: await findSoleOwnedOrganisation(context, actor),
    })),
    route(profileApi.remove, async ({ session, request, reply }) => {
      await confirmation.require(session.sessionId);
      await deleteAccount(context, toAccountOwner(session));
      setCookies(reply, await sessions.signOut(request.headers.cookie));
    }),
    ...photoRoutes(context),
  ];
}

const photoRoutes = (context: RegistrationContext): readonly Route[] => [
  route(
    profileApi.putPhoto,
    async ({ actor, request }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw new ProblemError('media-type-refused');
      const photo = { type: await checkPhoto(bytes), bytes };
      await putPhoto(context.database, actor.userId, photo, context.now());
      context.identity.announceChange(actor.userId);
    },
    { bodyLimit: MAX_PHOTO_BYTES + 1, parseUpload: (bytes) => bytes },
  ),
  route(profileApi.removePhoto, async ({ actor }) => {
    await dropPhoto(context.database, actor.userId, context.now());
    context.identity.announceChange(actor.userId);
  }),
  route(profileApi.photo, async ({ actor, params: { userId }, reply }) => {
    const [member] = userId === actor.userId ? [] : await context.store.read([`staff/${userId}`]);
    const seen =
      userId === actor.userId ||
      (member !== null && member !== undefined && isVisible(member, staffVisibleTo(actor)));
    const photo = seen ? await findPhoto(context.database, userId) : null;
    if (photo === null) throw new ProblemError('photo-not-found');
    return reply
      .type(photo.contentType)
      .header('cache-control', 'private, max-age=300')
      .send(photo.bytes);
  }),
];
