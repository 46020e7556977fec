import { ProblemError, type AddressProofCall, type Language } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { ClientInfo } from '../session.ts';
import { findAccountByEmail } from './accounts.ts';
import { openInvitation } from './invitations/invitation-opening.ts';
import { createMailedLink, getLinkMinutes } from './mailed-links.ts';
import type { RegistrationContext } from './registration-context.ts';

/** Counts the mail before the account is looked up, so that the limit does not reveal accounts. */
export async function takeMail(
  context: RegistrationContext,
  email: string,
  client: ClientInfo,
): Promise<void> {
  if (!context.emails.available) throw new ProblemError('mail-missing');
  await context.limits.take(`mail from ${client.address}`, context.options.mailsPerVisitor);
  await context.limits.take(`mail to ${email}`, context.options.mailsPerRecipient);
}

/**
 * Mails a link that verifies an address before an account is created for it. If the address already
 * has an account, only the mail says so, and the reply does not wait for it.
 */
export async function requestAddressProof(
  context: RegistrationContext,
  call: AddressProofCall,
  client: ClientInfo,
): Promise<void> {
  const email = call.email.toLowerCase();
  await takeMail(context, email, client);
  const mail = await composeProofMail(context, call, client);
  context.backgroundTasks.run('address proof', async () => {
    const account = await findAccountByEmail(context.database, email);
    if (account !== null) {
      await mail.sendToAccount(email, account.language ?? call.language);
      return;
    }
    await context.database.transaction(async (queries) =>
      mail.sendToNewcomer(
        queries,
        email,
        await createMailedLink(
          queries,
          { kind: 'addressProof', email, userId: null },
          context.now(),
        ),
      ),
    );
  });
}

type ProofMail = {
  readonly sendToAccount: (email: string, language: Language) => Promise<void>;
  readonly sendToNewcomer: (queries: Queries, email: string, token: string) => Promise<void>;
};

async function composeProofMail(
  context: RegistrationContext,
  { purpose, language }: AddressProofCall,
  client: ClientInfo,
): Promise<ProofMail> {
  const { emails } = context;
  const minutes = getLinkMinutes('addressProof');
  const signInTo = (path: string, code: string) =>
    emails.address(`/login?next=${encodeURIComponent(path)}`, code);
  switch (purpose.kind) {
    case 'signUp':
      if (!context.options.signUp) throw new ProblemError('sign-up-refused');
      return {
        sendToAccount: (email, accountLanguage) =>
          emails.send(email, accountLanguage, 'accountThere', (templates) =>
            templates.accountThere({ link: emails.address('/login') }),
          ),
        sendToNewcomer: (queries, email, token) =>
          emails.send(
            email,
            language,
            'confirmSignUp',
            (templates) =>
              templates.confirmSignUp({ link: emails.address('/signup', token), minutes }),
            queries,
          ),
      };
    case 'member': {
      const { organisation } = await openInvitation(
        context,
        { code: purpose.code, domainId: purpose.domainId, kind: 'member' },
        client,
      );
      const page = `/registerUser/${encodeURIComponent(purpose.domainId)}`;
      const name = organisation?.name ?? '';
      return {
        sendToAccount: (email, accountLanguage) =>
          emails.send(email, accountLanguage, 'joinWithAccount', (templates) =>
            templates.joinWithAccount({ organisation: name, link: signInTo(page, purpose.code) }),
          ),
        sendToNewcomer: (queries, email, token) =>
          emails.send(
            email,
            language,
            'confirmMember',
            (templates) =>
              templates.confirmMember({
                organisation: name,
                link: emails.address(page, `${purpose.code}.${token}`),
                minutes,
              }),
            queries,
          ),
      };
    }
    case 'organisation': {
      const code = purpose.code;
      if (code !== null)
        await openInvitation(context, { code, domainId: null, kind: 'organisation' }, client);
      else if (context.options.registerDomain !== 'open')
        throw new ProblemError('domain-registration-refused');
      return {
        sendToAccount: (email, accountLanguage) =>
          emails.send(email, accountLanguage, 'registerWithAccount', (templates) =>
            templates.registerWithAccount({ link: signInTo('/registerdomain', code ?? '') }),
          ),
        sendToNewcomer: (queries, email, token) =>
          emails.send(
            email,
            language,
            'confirmOrganisation',
            (templates) =>
              templates.confirmOrganisation({
                link: emails.address('/registerdomain', `${code ?? ''}.${token}`),
                minutes,
              }),
            queries,
          ),
      };
    }
  }
}
