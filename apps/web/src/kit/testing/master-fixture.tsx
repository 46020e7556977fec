import { renderList, type ListSetup } from './list-fixture.tsx';

export type Answer = { readonly status?: number; readonly body: unknown };
/**
 * Replies of the server for the platform area, by method and path without the query; others are not
 * found.
 */
export type MasterAnswers = Readonly<
  Record<string, Answer | ((question: URLSearchParams) => Answer | Promise<Answer>)>
>;

/** A screen of the maker's area, on real documents in memory, with scripted server replies. */
export async function renderMaster({
  replies = {},
  ...setup
}: ListSetup & { readonly replies?: MasterAnswers }) {
  const sent: string[] = [];
  let isAway = false;
  const fixture = await renderList({
    accessLevel: 101,
    reach: [],
    ...setup,
    async serve(path, { method = 'GET' }) {
      if (isAway) throw new TypeError('the network is away');
      sent.push(`${method} ${path}`);
      const [address = '', question = ''] = path.split('?');
      const found = replies[`${method} ${address}`];
      if (found === undefined) return undefined;
      const { status = 200, body } =
        typeof found === 'function' ? await found(new URLSearchParams(question)) : found;
      return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
    },
  });
  fixture.place.style.overflow = 'auto';
  return {
    ...fixture,
    sent,
    away: (next: boolean) => {
      isAway = next;
    },
  };
}
