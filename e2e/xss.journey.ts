import { ROUTES } from '@yamori/domain';
import { expect, test, type Page } from '@playwright/test';
import { closeContexts } from './browser.ts';
import { createSigningKey } from '../apps/server/src/modules/identity/federation/testing/test-certificate.ts';
import { HOSTILE_WORDS, plantHostileWords } from './hostile-words.ts';
import { createNights, startOwnServer, type OwnServer } from './own-server.ts';
import { fillPath, follow } from './visit-all-routes.ts';
import { printFigure, settled, watchPage } from './screen-checks.ts';
import { DEMONSTRATION_PASSWORD, signIn } from './sign-in.ts';

/**
 * T25 of the reliability table: text that looks like code, stored in every field, typed into every
 * field, and in every address.
 */
const at: { server: OwnServer | null } = { server: null };
const server = (): OwnServer => at.server ?? fail('the server has not started');
const fail = (words: string): never => {
  throw new Error(words);
};
let planted = 0;
const PARAMETER_SCREENS = ROUTES.filter(
  ({ path, redirectTo }) => path.includes('$') && redirectTo === undefined,
);

test.beforeAll(async () => {
  const started = await startOwnServer();
  at.server = started;
  await started.commit(createNights('demo-akane-201', ['2026-11-19', '2026-11-20']));
  await started.commit([
    {
      kind: 'create',
      path: 'room/demo-akane-201/accident/a',
      data: {
        kind: 'fall',
        severity: 'high',
        raisedAt: { $date: '2026-11-20T18:00:00.000Z' },
        source: 'staff',
        state: 'raised',
        note: 'note',
      },
    },
    {
      kind: 'create',
      path: 'domain/demo-akane/partner/p',
      data: { code: 'p', name: 'name', contact: 'contact', state: 'active' },
    },
    {
      kind: 'create',
      path: 'parameter/p',
      data: {
        key: 'p',
        name: 'name',
        group: 'group',
        kind: 'text',
        unit: 'unit',
        default: 'text',
        scope: 'system',
      },
    },
    { kind: 'create', path: 'view/v', data: { name: 'name', scope: 'system' } },
  ]);
  // Rooms, devices, members, organisations and their subcollections, so many fields.
  planted = await plantHostileWords(started.store);
  expect(planted).toBeGreaterThan(250);
});
test.afterEach(closeContexts);
test.afterAll(async () => {
  await at.server?.remove();
});

/**
 * Records every script that ran, every dialog and every rejection. A page that is fooled calls
 * `ran` or opens a dialog.
 */
async function watch(page: Page) {
  const ran: string[] = [];
  await page.exposeFunction('ran', (number: unknown) => ran.push(`ran(${String(number)})`));
  page.on('dialog', (dialog) => {
    // Half-filled forms ask before the user leaves, with the browser's own dialog.
    if (dialog.type() !== 'beforeunload') ran.push(dialog.type());
    void dialog.accept();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(server().address) && !/^(data|blob):/.test(request.url()))
      ran.push(request.url());
  });
  const { faults } = watchPage(page);
  /** Also prints what was checked. */
  const nothingHappened = (checked: string): void => {
    printFigure(
      `T25 ${checked}: ${ran.length} scripts, dialogs and foreign requests, ${faults.length} violations of the policy and of Trusted Types`,
    );
    expect({ ran, faults }).toEqual({ ran: [], faults: [] });
  };
  return { nothingHappened };
}

/** Moves the pointer over the content, to trigger injected handlers. */
async function touch(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('#page *'))
      for (const name of ['mouseover', 'focus', 'load', 'error', 'toggle'])
        element.dispatchEvent(new Event(name));
  });
}

// These two levels together open every screen. levels.journey.ts covers every level without hostile
// text.
for (const who of ['owner', 'senior-developer']) {
  test(`no stored text runs on any screen of the ${who}`, async ({ page }) => {
    const { nothingHappened } = await watch(page);
    await signIn(page, server().address, `${who}@demo.example`, DEMONSTRATION_PASSWORD);
    await page.goto(`${server().address}/`);
    await expect(page.locator('#page')).toContainText('ran(');
    for (const route of ROUTES) {
      await test.step(route.path, async () => {
        await follow(page, fillPath(route).replace('x1', 'demo-akane-201'));
        await settled(page);
        await touch(page);
      });
    }
    nothingHappened(`${planted} fields, ${ROUTES.length} routes as ${who}`);
  });
}

test("no text from other sources runs: the browser's name, account and provider names, invitations, links", async ({
  browser,
}) => {
  const open = async (userAgent?: string): Promise<Page> =>
    (
      await browser.newContext({
        locale: 'ja-JP',
        ...(userAgent === undefined ? {} : { userAgent }),
      })
    ).newPage();
  const [member, stranger] = [
    await open(`Mozilla/5.0 (${HOSTILE_WORDS[0]}) Chrome/140 ${HOSTILE_WORDS[1]}`),
    await open(),
  ];
  const [watched, watchedStranger] = [await watch(member), await watch(stranger)];
  await signIn(member, server().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  const post = async <Reply>(path: string, data: object): Promise<Reply> => {
    const reply = await member.request.post(`${server().address}${path}`, {
      data,
      headers: { origin: server().address },
    });
    expect(reply.ok(), `${path} ${reply.status()}`).toBe(true);
    // A 204 response has no body.
    return reply.status() === 204 ? (null as Reply) : reply.json();
  };
  const word = (index: number): string => HOSTILE_WORDS[index] ?? '';
  await post('/api/account/profile', { name: word(2), nameKana: word(4), phone: '03-1234-5678' });
  const { certificate } = createSigningKey();
  await post('/api/domains/demo-akane/saml-providers', {
    id: 'hostile',
    name: word(0),
    entityId: word(5),
    signInUrl: 'https://idp.example/sso',
    certificates: [certificate],
    allowIdpInitiated: false,
    emailAttribute: word(9),
    nameAttribute: word(1),
    joinLevel: null,
  });
  const { code } = await post<{ code: string }>('/api/invitations', {
    kind: 'member',
    domainId: 'demo-akane',
    accessLevel: 2,
    label: word(6),
    mailTo: null,
    days: 7,
    language: 'ja',
  });
  const report = await post<{ id: string }>('/api/reports/saved', {
    name: word(1),
    isShared: true,
    filter: {
      domainId: 'demo-akane',
      roomIds: [],
      sexes: [],
      tags: [],
      period: { kind: 'newest', nights: 7 },
    },
  });
  const { token } = await post<{ token: string }>('/api/one-time-links', {
    subject: { kind: 'report', domainId: 'demo-akane', report: report.id },
    label: word(0),
    hours: 24,
  });
  for (const [page, address] of [
    [member, '/account-info'],
    [member, '/domain-config'],
    [member, '/link'],
    [member, '/register'],
    [member, '/help'],
    [stranger, `/registerUser/demo-akane#${code}`],
    [stranger, `/register-report-access-user#${token}`],
    [stranger, '/sso/hostile'],
  ] as const) {
    await page.goto(`${server().address}${address}`);
    await settled(page);
    if (address !== '/help' && address !== '/link')
      await expect(page.locator('body')).toContainText('ran(');
    await touch(page);
  }
  // The reader of a link sees the report it opens.
  await stranger.goto(`${server().address}/register-report-access-user#${token}`);
  await stranger.getByRole('button', { name: 'レポートを開く' }).click();
  await expect(stranger.getByRole('heading', { name: word(1) })).toBeVisible();
  await touch(stranger);
  watched.nothingHappened('name of a browser, account, provider and invitation, as owner');
  watchedStranger.nothingHappened('invitation, link and provider, as a stranger');
});

test('text from an address remains text', async ({ page }) => {
  const { nothingHappened } = await watch(page);
  await signIn(page, server().address, 'senior-developer@demo.example', DEMONSTRATION_PASSWORD);
  await page.goto(`${server().address}/`);
  await settled(page);
  for (const word of HOSTILE_WORDS) {
    const text = encodeURIComponent(word);
    for (const address of [
      `/?q=${text}&floor=${text}&sort=${text}`,
      `/raw-ecg?device=${text}`,
      `/monitoring-room?room=${text}`,
      `/somewhere/${text}`,
    ])
      await follow(page, address);
    for (const { path } of PARAMETER_SCREENS) await follow(page, path.replace(/\$\w+/g, text));
    await touch(page);
  }
  await page.context().clearCookies();
  for (const word of [
    'javascript:ran(20)',
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example',
    '/<svg/onload=ran(21)>',
  ]) {
    await page.goto(
      `${server().address}/login?next=${encodeURIComponent(word)}&error=${encodeURIComponent(word)}`,
    );
    await settled(page);
    expect(new URL(page.url()).origin).toBe(server().address);
  }
  nothingHappened(
    `${HOSTILE_WORDS.length} words in addresses of ${PARAMETER_SCREENS.length + 4} screens`,
  );
});

test('text typed into any field remains text', async ({ page }) => {
  const { nothingHappened } = await watch(page);
  const fields = page.locator(
    'input:not([type=checkbox]):not([type=radio]):not([type=file]):not([type=range]):not([type=color]), textarea',
  );
  const typeInto = async (): Promise<number> => {
    await settled(page);
    const shown = await fields.all();
    for (const [index, field] of shown.entries()) {
      if (!(await field.isEditable().catch(() => false)) || !(await field.isVisible())) continue;
      // Fields behind an open dialog cannot be typed into.
      await field
        .fill(HOSTILE_WORDS[index % HOSTILE_WORDS.length] ?? '', { timeout: 2000 })
        .catch(() => undefined);
      await field.press('Tab', { timeout: 2000 }).catch(() => undefined);
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
  for (const route of ROUTES.filter(
    ({ layout, redirectTo }) => layout !== 'plain' && redirectTo === undefined,
  )) {
    // Settings forms ask about unsaved text before the user leaves.
    const arrived = follow(page, fillPath(route));
    const leave = page.getByRole('button', { name: '保存せずに移動する' });
    await Promise.race([
      arrived,
      leave.waitFor().then(
        () => leave.click(),
        () => undefined,
      ),
    ]);
    await arrived;
    typed += await typeInto();
  }
  await page.keyboard.press('Control+K');
  for (const word of HOSTILE_WORDS)
    await page.getByPlaceholder('部屋・機器・画面を探す').fill(word);
  expect(typed).toBeGreaterThan(15);
  nothingHappened(`${typed} fields typed into on ${ROUTES.length} routes`);
});

test('the policy is in force: it blocks markup and code from text, including what a page could be tricked into', async ({
  page,
}) => {
  await page.goto(`${server().address}/login`);
  await settled(page);
  // Run from a timer of the page, because the test driver itself may evaluate code.
  const refused = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        setTimeout(() => {
          const tries: Record<string, () => unknown> = {
            innerHTML: () => {
              document.body.innerHTML = '<img src=x onerror=ran(1)>';
            },
            srcdoc: () => {
              document.createElement('iframe').srcdoc = '<script>ran(1)</script>';
            },
            eval: () => Reflect.get(globalThis, 'ev' + 'al')('1'),
            timer: () => Reflect.apply(setTimeout, globalThis, ['ran(1)', 0]),
            worker: () => new Worker('https://evil.example/assets/x.js'),
            ownFile: () => new Worker('/api/session'),
            script: () => {
              document.createElement('script').text = 'ran(1)';
            },
            policy: () => Reflect.get(globalThis, 'trustedTypes').createPolicy('another', {}),
          };
          resolve(
            Object.entries(tries)
              .filter(([, attempt]) => {
                try {
                  attempt();
                  return false;
                } catch {
                  return true;
                }
              })
              .map(([name]) => name),
          );
        });
      }),
  );
  expect(refused).toEqual([
    'innerHTML',
    'srcdoc',
    'eval',
    'timer',
    'worker',
    'ownFile',
    'script',
    'policy',
  ]);
});

test('an API response never renders as a page, and an invalid picture is rejected', async ({
  page,
}) => {
  const { nothingHappened } = await watch(page);
  await signIn(page, server().address, 'owner@demo.example', DEMONSTRATION_PASSWORD);
  const session = await page.goto(`${server().address}/api/session`);
  expect(await session?.text()).toContain('ran(');
  expect(session?.headers()['content-security-policy']).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
  expect(session?.headers()['x-content-type-options']).toBe('nosniff');
  for (const [type, body] of [
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="ran(1)"/>'],
    ['text/html', '<script>ran(1)</script>'],
    ['image/png', '<svg xmlns="http://www.w3.org/2000/svg" onload="ran(1)"/>'],
  ] as const) {
    const reply = await page.request.post(`${server().address}/api/account/photo`, {
      data: Buffer.from(body),
      headers: { 'content-type': type, origin: server().address },
    });
    expect([type, reply.status() >= 400]).toEqual([type, true]);
  }
  nothingHappened('an answer opened as a page, three pictures that are none');
});
