import { listReply } from '@yamori/domain';

type Member = { readonly post: (path: string, body: object) => Promise<unknown> };

/** Resolves every open call that the member sees. */
export async function resolveCalls(member: Member): Promise<void> {
  const { documents } = listReply.parse(
    await member.post('/api/documents/list', {
      query: {
        collection: 'accident',
        group: true,
        filters: [
          { field: ['kind'], op: '==', value: 'call' },
          { field: ['state'], op: '==', value: 'raised' },
        ],
        limit: 500,
      },
    }),
  );
  for (const { path } of documents) {
    const [, roomId, , accidentId] = path.split('/');
    const body = { outcome: 'helped' };
    await member.post(`/api/rooms/${roomId}/accidents/${accidentId}/resolve`, body);
  }
}
