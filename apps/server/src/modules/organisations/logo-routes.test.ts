import { encodeValue } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRAWN_LOSSY, DRAWN_PNG } from '../../core/images/testing/drawn-pictures.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

let fixture: LiveFixture;
let cookie = '';
beforeAll(async () => {
  fixture = await startLiveFixture();
  cookie = await fixture.signIn('carer@akane.example');
});
afterAll(() => fixture.close());

const send = (domainId: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${fixture.address}/api/domains/${domainId}/logo?v=1`, { headers: { cookie, ...headers } });
const put = (brand: object) =>
  fixture.commit([
    {
      kind: 'update',
      path: 'domain/akane',
      fields: [{ field: ['brand'], value: encodeValue(brand) }],
    },
  ]);

describe('GET /api/domains/:id/logo', () => {
  it('returns the logo with its type and an ETag, and 204 without one', async () => {
    expect((await send('akane')).status).toBe(204);
    await put({ logo: DRAWN_PNG, colour: '#46c9ae' });
    const first = await send('akane');
    expect([
      first.status,
      first.headers.get('content-type'),
      Buffer.from(await first.arrayBuffer()).toString('base64'),
    ]).toEqual([200, 'image/png', DRAWN_PNG.split(',')[1]]);
    const etag = first.headers.get('etag') ?? '';
    expect([etag.length > 20, (await send('akane', { 'if-none-match': etag })).status]).toEqual([
      true,
      304,
    ]);
    await put({ logo: DRAWN_LOSSY });
    const next = await send('akane', { 'if-none-match': etag });
    expect([next.status, next.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await put({ colour: '#000000' });
    expect((await send('akane', { 'if-none-match': etag })).status).toBe(204);
  });

  it('hides the logo from members who cannot see the organisation', async () => {
    expect([
      (await send('mizuki')).status,
      (await send('nowhere')).status,
      (await fetch(`${fixture.address}/api/domains/akane/logo`)).status,
    ]).toEqual([404, 404, 401]);
  });
});
