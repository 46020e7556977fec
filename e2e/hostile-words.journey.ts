import { ROUTES } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { HOSTILE_WORDS, plantHostileWords } from './hostile-words.ts';
import { nightsOf, startOwnServer, type OwnServer } from './own-server.ts';
import { addressOf, follow } from './route-walk.ts';
import { settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/** T25 of the reliability table: words that look like code, stored in every field, typed into every field, and in every address. */
const at: { server: OwnServer | null } = { server: null };
const server = (): OwnServer => at.server ?? fail('the server has not started');
const fail = (words: string): never => { throw new Error(words); };
const PARAMETER_SCREENS = ROUTES.filter(({ path, redirectTo }) => path.includes('$') && redirectTo === undefined);

test.beforeAll(async () => {
  const started = await startOwnServer();
  at.server = started;
  await started.commit(nightsOf('demo-akane-201', ['2026-11-19', '2026-11-20']));
  await started.commit([
    { kind: 'create', path: 'room/demo-akane-201/accident/a', data: { kind: 'fall', severity: 'high', raisedAt: { $date: '2026-11-20T18:00:00.000Z' }, source: 'staff', state: 'raised', note: 'note' } },
    { kind: 'create', path: 'domain/demo-akane/partner/p', data: { code: 'p', name: 'name', contact: 'contact', state: 'active' } },
    { kind: 'create', path: 'parameter/p', data: { key: 'p', name: 'name', group: 'group', kind: 'text', unit: 'unit', default: 'text', scope: 'system' } },
    { kind: 'create', path: 'view/v', data: { name: 'name', scope: 'system' } },
  ]);
  // Rooms, devices, members, organisations and what lies below them: far more than a field each.
  expect(await plantHostileWords(started.store)).toBeGreaterThan(250);
});
test.afterAll(async () => { await at.server?.remove(); });

/** Notes whatever ran, asked or was refused; a page that is fooled calls `ran` or opens a dialog. */
async function watch(page: Page) {
  const ran: string[] = [];
  await page.exposeFunction('ran', (number: unknown) => ran.push(`ran(${String(number)})`));
  page.on('dialog', (dialog) => {
    // Half-filled forms ask before they are left: that is the browser's own question.
    if (dialog.type() !== 'beforeunload') ran.push(dialog.type());
    void dialog.accept();
  });
  page.on('request', (request) => { if (!request.url().startsWith(server().address) && !/^(data|blob):/.test(request.url())) ran.push(request.url()); });
  const { faults } = watchPage(page);
  return { nothingHappened: () => expect({ ran, faults }).toEqual({ ran: [], faults: [] }) };
}

/** Moves over what is shown, so that a handler that slipped in would fire. */
async function touch(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('#page *')) for (const name of ['mouseover', 'focus', 'load', 'error', 'toggle']) element.dispatchEvent(new Event(name));
  });
}

for (const who of ['owner', 'senior-developer', 'staff', 'individual', 'agency-admin']) {
  test(`nothing that is stored runs on any screen of the ${who}`, async ({ page }) => {
    const { nothingHappened } = await watch(page);
    await signIn(page, server().address, `${who}@demo.example`, DEMONSTRATION_PASSWORD);
    await page.goto(`${server().address}/`);
    await expect(page.locator('#page')).toContainText('ran(', { timeout: 30_000 });
    for (const route of ROUTES) {
      await test.step(route.path, async () => {
        await follow(page, addressOf(route).replace('x1', 'demo-akane-201'));
        await settled(page);
        await touch(page);
      });
    }
    nothingHappened();
  });
}

test('words from an address stay words', async ({ page }) => {
  const { nothingHappened } = await watch(page);
  await signIn(page, server().address, 'senior-developer@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto(`${server().address}/`);
  await settled(page);
  for (const word of HOSTILE_WORDS) {
    const text = encodeURIComponent(word);
    for (const address of [`/?q=${text}&floor=${text}&sort=${text}`, `/raw-ecg?device=${text}`, `/monitoring-room?room=${text}`, `/somewhere/${text}`]) await follow(page, address);
    for (const { path } of PARAMETER_SCREENS) await follow(page, path.replace(/\$\w+/g, text));
    await touch(page);
  }
  await page.context().clearCookies();
  for (const word of ['javascript:ran(20)', '//evil.example/', '/\\evil.example', 'https://evil.example', '/<svg/onload=ran(21)>']) {
    await page.goto(`${server().address}/login?next=${encodeURIComponent(word)}&error=${encodeURIComponent(word)}`);
    await settled(page);
    expect(new URL(page.url()).origin).toBe(server().address);
  }
  nothingHappened();
});

test('words typed into any field stay words', async ({ page }) => {
  const { nothingHappened } = await watch(page);
  const fields = page.locator('input:not([type=checkbox]):not([type=radio]):not([type=file]):not([type=range]):not([type=color]), textarea');
  const typeInto = async (): Promise<number> => {
    await settled(page);
    const shown = await fields.all();
    for (const [index, field] of shown.entries()) {
      if (!(await field.isEditable().catch(() => false)) || !(await field.isVisible())) continue;
      await field.fill(HOSTILE_WORDS[index % HOSTILE_WORDS.length] ?? '').catch(() => undefined);
      await field.press('Tab').catch(() => undefined);
    }
    await touch(page);
    return shown.length;
  };
  let typed = 0;
  for (const { path } of ROUTES.filter(({ layout }) => layout === 'plain')) {
    await page.goto(`${server().address}${path.replace(/\$\w+/g, 'x1')}`);
    typed += await typeInto();
  }
  await signIn(page, server().address, 'senior-developer@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto(`${server().address}/`);
  await settled(page);
  for (const route of ROUTES.filter(({ layout, redirectTo }) => layout !== 'plain' && redirectTo === undefined)) {
    await follow(page, addressOf(route));
    typed += await typeInto();
  }
  await page.keyboard.press('Control+K');
  for (const word of HOSTILE_WORDS) await page.getByPlaceholder('部屋・機器・画面を探す').fill(word);
  expect(typed).toBeGreaterThan(15);
  nothingHappened();
});

test('the policy is in force: markup and code from text are refused, also by what a page could be tricked into', async ({ page }) => {
  await page.goto(`${server().address}/login`);
  await settled(page);
  // From a timer of the page's own: what the rig itself evaluates may evaluate.
  const refused = await page.evaluate(() => new Promise<string[]>((resolve) => { setTimeout(() => {
    const tries: Record<string, () => unknown> = {
      innerHTML: () => { document.body.innerHTML = '<img src=x onerror=ran(1)>'; },
      srcdoc: () => { document.createElement('iframe').srcdoc = '<script>ran(1)</script>'; },
      eval: () => Reflect.get(globalThis, 'ev' + 'al')('1'),
      timer: () => Reflect.apply(setTimeout, globalThis, ['ran(1)', 0]),
      worker: () => new Worker('https://evil.example/assets/x.js'),
      ownFile: () => new Worker('/api/session'),
      script: () => { document.createElement('script').text = 'ran(1)'; },
      policy: () => Reflect.get(globalThis, 'trustedTypes').createPolicy('another', {}),
    };
    resolve(Object.entries(tries).filter(([, attempt]) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    }).map(([name]) => name));
  }); }));
  expect(refused).toEqual(['innerHTML', 'srcdoc', 'eval', 'timer', 'worker', 'ownFile', 'script', 'policy']);
});

test('an answer of the interface is never a page, and a picture that is none is refused', async ({ page }) => {
  const { nothingHappened } = await watch(page);
  await signIn(page, server().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  const session = await page.goto(`${server().address}/api/session`);
  expect(await session?.text()).toContain('ran(');
  expect(session?.headers()['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(session?.headers()['x-content-type-options']).toBe('nosniff');
  for (const [type, body] of [['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="ran(1)"/>'], ['text/html', '<script>ran(1)</script>'], ['image/png', '<svg xmlns="http://www.w3.org/2000/svg" onload="ran(1)"/>']] as const) {
    const reply = await page.request.post(`${server().address}/api/account/photo`, { data: Buffer.from(body), headers: { 'content-type': type, 'origin': server().address } });
    expect([type, reply.status() >= 400]).toEqual([type, true]);
  }
  nothingHappened();
});
