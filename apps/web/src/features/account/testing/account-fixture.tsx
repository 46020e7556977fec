import type { AccountSecurity, Problem } from '@yamori/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HttpContext } from '../../../api/http-context.ts';
import { createHttp } from '../../../api/http.ts';
import { EntryContext, type EntrySide } from '../../../shared/registration/entry-context.tsx';
import { createDialogs } from '../../../kit/dialog/dialog-store.ts';
import { DialogsProvider } from '../../../kit/dialog/dialogs-context.tsx';
import { renderUi } from '../../../kit/testing/ui-fixture.tsx';
import { ViewerContext, type Viewer } from '../../../shared/viewer/viewer-context.tsx';
import { aUser } from '../../../shared/viewer/testing/a-user.ts';

export const NO_FACTORS: AccountSecurity = {
  hasPassword: true,
  leastPasswordLength: 15,
  mfaRequired: false,
  factors: [],
  backupCodesLeft: 0,
  passkeys: true,
  confirmationKinds: ['password'],
};
export const WITH_APP: AccountSecurity = {
  ...NO_FACTORS,
  leastPasswordLength: 8,
  backupCodesLeft: 10,
  confirmationKinds: ['password', 'totp', 'backupCode'],
  factors: [
    { id: 'totp', kind: 'totp', name: '', createdAt: '2026-11-01T00:00:00Z', lastUsedAt: null },
  ],
};

export const viewerAt = (accessLevel: number, domainId: string | null = 'home'): Viewer => ({
  visitor: { kind: 'signedIn', accessLevel },
  user: aUser({ accessLevel, domainId, rootDomainId: domainId }),
  hasOwnHome: false,
  reach: [],
  organisationId: null,
});

/** The server's answer to a call: a body (undefined for none), or a problem with its status. */
export type Answer =
  | { readonly body?: unknown }
  | { readonly problem: string | Problem; readonly status: number };
export type Answers = Record<string, () => Answer>;

const getReply = (answer: Answer): Response => {
  if ('problem' in answer)
    return Response.json(
      typeof answer.problem === 'string' ? { code: answer.problem } : answer.problem,
      { status: answer.status },
    );
  return answer.body === undefined
    ? new Response(null, { status: 204 })
    : Response.json(answer.body);
};

/** A part of the account pages with answers that a test chooses and may change while it is open. */
export async function renderAccount(
  part: ReactNode,
  answers: Answers,
  viewer: Viewer = viewerAt(3),
  /** Reloads the session. */
  readSession: () => Promise<void> = async () => undefined,
) {
  const asked: { path: string; body: unknown }[] = [];
  const http = createHttp({
    async fetch(path, { body }) {
      asked.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined });
      const answer = answers[path]?.();
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return getReply(answer);
    },
  });
  const changes = { session: 0 };
  // The account uses nothing else of it.
  const entry = {
    refresh: async (): Promise<void> => {
      changes.session += 1;
      await readSession();
    },
  } as EntrySide;
  // Its own dialogs, as in the layout, so that their contents have the contexts of the account.
  const dialogs = createDialogs();
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  });
  const fixture = await renderUi(
    <QueryClientProvider client={queries}>
      <HttpContext value={http}>
        <EntryContext value={entry}>
          <ViewerContext value={viewer}>
            <DialogsProvider dialogs={dialogs}>{part}</DialogsProvider>
          </ViewerContext>
        </EntryContext>
      </HttpContext>
    </QueryClientProvider>,
  );
  return {
    ...fixture,
    asked,
    changes,
    getBodies: (path: string) => asked.filter((call) => call.path === path).map(({ body }) => body),
  };
}
