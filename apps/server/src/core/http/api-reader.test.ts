import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCESS_LEVELS } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestBrowser } from '../../testing/test-browser.ts';
import {
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';

const ADDRESSES = [
  '/api/docs',
  '/api/docs/openapi.json',
  '/api/docs/reader.js',
  '/api/docs/swagger-ui-bundle.js',
  '/api/docs/swagger-ui.css',
];

let world: RegistrationFixture;
let member: TestBrowser;
beforeAll(async () => {
  world = await startRegistrationFixture({ anonymous: true });
  member = await world.browser('staff@akane.example');
});
afterAll(() => world.close());

describe('the reader of the API description', () => {
  it('shows the description that docs/openapi.json holds', async () => {
    const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
    const reply = await member.get('/api/docs/openapi.json');
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.json()).toEqual(
      JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8')),
    );
  });

  it('allows its page scripts and styles from the same origin only', async () => {
    const { headers, body } = await member.get('/api/docs');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    expect([...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      '/icon.svg',
      '/api/docs/swagger-ui.css',
      '/api/docs/swagger-ui-bundle.js',
      '/api/docs/reader.js',
    ]);
  });

  it('refuses guests', async () => {
    const guest = await world.browser();
    await guest.post('/api/registration/anonymous', { language: 'ja' });
    expect((await guest.session()).user?.accessLevel).toBe(ACCESS_LEVELS.requestMfa);
    for (const address of ADDRESSES)
      expect((await guest.get(address)).json(), address).toEqual({ code: 'access-refused' });
  });

  it('refuses sessions of one-time links', async () => {
    const manager = await world.browser('carer@akane.example');
    const saved = await manager.post('/api/reports/saved', {
      name: 'week',
      isShared: true,
      filter: { domainId: 'akane', period: { kind: 'newest', nights: 7 } },
    });
    const report = saved.json<{ id: string }>().id;
    const made = await manager.post('/api/one-time-links', {
      subject: { kind: 'report', domainId: 'akane', report },
      label: 'week',
      hours: 1,
    });
    const visitor = await world.browser();
    const { token } = made.json<{ token: string }>();
    await visitor.post('/api/session/one-time', { token, language: 'ja' });
    expect((await visitor.session()).user).not.toBeNull();
    for (const address of ADDRESSES)
      expect((await visitor.get(address)).json(), address).toEqual({ code: 'account-forbidden' });
  });
});
