import { ACCIDENT_PARAMETERS, type AccessLevel } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { attempt } from '../../../call-outcome.ts';
import { renderList } from '../../../kit/testing/list-fixture.tsx';
import { OrganisationActionsContext } from '../organisation-actions.ts';
import { DomainConfigScreen } from './domain-config-screen.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const domain = (id: string, name: string, above: readonly string[] = [], more: object = {}) => ({
  code: id,
  name,
  kind: 'facility',
  parentDomainId: above.at(-1) ?? null,
  rootDomainId: 'home',
  ancestorIds: above,
  contact: '看護課',
  limits: { rooms: 2, devices: 10, members: 5 },
  ...more,
});
const staff = (userId: string, name: string, state = 'active') => ({
  userId,
  domainId: 'home',
  rootDomainId: 'home',
  name,
  accessLevel: 2,
  email: null,
  state,
  notify: {},
});
const parameter = (key: string, more: object) => ({
  key,
  name: key,
  group: '集計',
  scope: 'domain',
  unit: '',
  min: null,
  max: null,
  step: null,
  choices: [],
  description: '',
  ...more,
});
const DOCUMENTS = {
  'domain/home': domain('home', 'ひなた園'),
  'domain/east': domain('east', '東館', ['home']),
  'domain/ward': domain('ward', '二病棟', ['home', 'east']),
  'domain/west': domain('west', '西館', ['home']),
  'room/a': { domainId: 'home', rootDomainId: 'home', name: '201', archivedAt: null },
  'room/b': { domainId: 'home', rootDomainId: 'home', name: '202', archivedAt: null },
  'staff/sato': staff('sato', '佐藤 一郎'),
  'staff/mori': staff('mori', '森 六子', 'suspended'),
  'staff/kato': staff('kato', '加藤 五月'),
  'view/quiet': { name: '静かな夜', scope: 'domain' },
  'parameter/report.days': parameter('report.days', {
    name: '集計の日数',
    kind: 'number',
    unit: '日',
    min: 1,
    max: 90,
    default: 30,
  }),
  'parameter/report.start': parameter('report.start', {
    name: '集計の開始',
    kind: 'date',
    default: '2026-01-01',
  }),
  'parameter/report.sums': parameter('report.sums', {
    name: '合計を出す',
    kind: 'toggle',
    default: true,
  }),
  'parameter/fleet.secret': parameter('fleet.secret', {
    kind: 'number',
    default: 1,
    scope: 'system',
  }),
};

async function open({
  accessLevel = 4,
  documents = DOCUMENTS,
  address = '/domain-config',
  refused = [],
  moved = { status: 204 } as { status: number; body?: object },
}: {
  accessLevel?: AccessLevel;
  documents?: Readonly<Record<string, object>>;
  address?: string;
  refused?: readonly string[];
  moved?: { status: number; body?: object };
} = {}) {
  const calls: { path: string; body: unknown }[] = [];
  const http = {
    async fetch(path: string, { body }: RequestInit) {
      calls.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined });
      if (path.endsWith('/notice-reach'))
        return Response.json({
          people: [
            { userId: 'sato', ways: [] },
            { userId: 'kato', ways: ['push', 'mail'] },
          ],
        });
      if (path.endsWith('/move'))
        return moved.status === 204
          ? new Response(null, { status: 204 })
          : Response.json(moved.body, { status: moved.status });
      return Response.json(
        path.endsWith('/saml-providers')
          ? { providers: [] }
          : {
              values: ACCIDENT_PARAMETERS.map(({ key, default: value }) => ({
                key,
                value,
                from: { kind: 'system' },
              })),
            },
      );
    },
  };
  const Nothing = () => null;
  const fixture = await renderList({
    Screen: () => (
      <DomainConfigScreen MembersPart={Nothing} ThresholdsPart={Nothing} HistoryPart={Nothing} />
    ),
    address,
    documents,
    refused,
    accessLevel,
    reach: ['home', 'east', 'ward', 'west'],
    serve: (path, init) => http.fetch(path, init),
    around: (screen) => (
      <OrganisationActionsContext
        value={{
          act: attempt,
          sessionChanged: async () => {
            calls.push({ path: 'session', body: undefined });
          },
        }}
      >
        {screen}
      </OrganisationActionsContext>
    ),
  });
  fixture.place.style.overflow = 'auto';
  cleanups.push(fixture.end);
  await expect.element(page.getByRole('region', { name: '基本情報' })).toBeVisible();
  return { ...fixture, calls, data: (path: string) => fixture.transport.documents.get(path)?.data };
}
const section = (name: string) => page.getByRole('region', { name });
const save = (name: string) => page.getByRole('button', { name: `保存する（${name}）` });
const seeable = async (place: HTMLElement) => {
  await expectAccessible(place);
};

describe('the basics of an organisation', () => {
  it('edits are validated at their fields and merged with concurrent changes', async () => {
    const { data, transport, place } = await open();
    await expect.element(save('基本情報')).toBeDisabled();
    await section('基本情報').getByRole('textbox', { name: '名前' }).fill(' ');
    await section('基本情報').getByRole('textbox', { name: '夜の始まる時刻' }).fill('29:00');
    await save('基本情報').click();
    await expect.element(page.getByText('入力してください。')).toBeVisible();
    await section('基本情報').getByRole('textbox', { name: '名前' }).fill('ひなた園 本館');
    await section('基本情報').getByRole('textbox', { name: '夜の始まる時刻' }).fill('20:30');
    await seeable(place);
    transport.put('domain/home', { ...data('domain/home'), contact: '事務室' });
    await save('基本情報').click();
    await expect
      .poll(() => data('domain/home'))
      .toMatchObject({
        name: 'ひなた園 本館',
        nightStartsAt: '20:30',
        contact: '事務室',
      });
    await expect.element(section('基本情報').getByLabelText('連絡先')).toHaveValue('事務室');
  });

  it('a conflict is resolved field by field', async () => {
    const { data, transport } = await open();
    await section('基本情報').getByLabelText('連絡先').fill('一階');
    transport.put('domain/home', { ...data('domain/home'), contact: '二階' });
    await save('基本情報').click();
    await page.getByRole('radio', { name: 'あなたの入力 一階' }).click();
    await page.getByRole('button', { name: '選んだ内容で保存する' }).click();
    await expect.poll(() => data('domain/home')).toMatchObject({ contact: '一階' });
  });

  it('the page asks about unsaved edits before it shows another organisation', async () => {
    const { search } = await open();
    await section('基本情報').getByLabelText('連絡先').fill('一階');
    await page.getByRole('combobox', { name: '設定する組織' }).click();
    await page.getByRole('option', { name: '東館' }).click();
    await page.getByRole('alertdialog').getByRole('button').first().click();
    expect(search()['domain']).toBeUndefined();
  });
});

describe('rights of each level', () => {
  const levels: [
    AccessLevel,
    {
      basics: boolean;
      signIn: boolean;
      saml: boolean;
      contract: boolean;
      history: boolean;
      divide: boolean;
    },
  ][] = [
    [
      3,
      { basics: true, signIn: false, saml: false, contract: false, history: false, divide: false },
    ],
    [4, { basics: true, signIn: true, saml: true, contract: false, history: true, divide: true }],
    [5, { basics: true, signIn: true, saml: true, contract: false, history: true, divide: true }],
    [
      50,
      { basics: true, signIn: false, saml: false, contract: false, history: false, divide: false },
    ],
    [51, { basics: true, signIn: true, saml: true, contract: false, history: false, divide: true }],
    [101, { basics: true, signIn: true, saml: true, contract: true, history: true, divide: true }],
  ];
  it.each(levels)('level %i sees only the actions of its rights', async (accessLevel, may) => {
    await open({ accessLevel });
    const there = async (name: string, isThere: boolean) =>
      isThere
        ? expect.element(page.getByRole('button', { name })).toBeInTheDocument()
        : expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
    await there('保存する（基本情報）', may.basics);
    await there('保存する（サインイン）', may.signIn);
    await there('保存する（契約と上限）', may.contract);
    await there('下の組織を作る', may.divide);
    await expect
      .poll(() => page.getByRole('region', { name: '組織のサインイン（SAML）' }).elements().length)
      .toBe(may.saml ? 1 : 0);
    expect(page.getByRole('region', { name: '変更の履歴' }).elements().length).toBe(
      may.history ? 1 : 0,
    );
    await expect
      .element(section('契約と上限').getByLabelText('契約の始まり'))
      .toHaveProperty('disabled', !may.contract);
  });
});

describe('contract and limits', () => {
  it("contract days use the organisation's time zone, wherever the reader is", async () => {
    const documents = {
      ...DOCUMENTS,
      'domain/home': domain('home', 'ひなた園', [], {
        timeZone: 'Pacific/Auckland',
        contractFrom: new Date('2026-03-31T11:00:00Z'),
        contractTo: new Date('2027-03-31T10:59:59.999Z'),
      }),
    };
    const { data } = await open({ accessLevel: 101, documents });
    await expect
      .element(section('契約と上限').getByLabelText('契約の始まり'))
      .toHaveValue('2026/04/01');
    await expect
      .element(section('契約と上限').getByLabelText('契約の終わり'))
      .toHaveValue('2027/03/31');
    await section('契約と上限').getByLabelText('契約の始まり').fill('2026/05/01');
    await save('契約と上限').click();
    await expect
      .poll(() => data('domain/home')?.['contractFrom'])
      .toEqual(new Date('2026-04-30T12:00:00Z'));
    expect(data('domain/home')?.['contractTo']).toEqual(new Date('2027-03-31T10:59:59.999Z'));
  });

  it('limits show their use and are saved together', async () => {
    const { data } = await open({ accessLevel: 101 });
    await expect.element(section('契約と上限').getByText('上限に達しています')).toBeVisible();
    expect(section('契約と上限').element().textContent).toMatch(/部屋\s*2 \/ 2.*職員\s*3 \/ 5/s);
    await section('契約と上限').getByRole('spinbutton', { name: '部屋' }).fill('');
    await save('契約と上限').click();
    await expect
      .element(page.getByText('三つとも入れるか、三つとも空にしてください。').nth(1))
      .toBeVisible();
    await section('契約と上限').getByRole('spinbutton', { name: '部屋' }).fill('60');
    await section('契約と上限').getByLabelText('契約の終わり').fill('2027/03/31');
    await save('契約と上限').click();
    await expect
      .poll(() => data('domain/home')?.['limits'])
      .toEqual({ rooms: 60, devices: 10, members: 5 });
    expect(data('domain/home')?.['contractTo']).toEqual(new Date('2027-03-31T23:59:59.999+09:00'));
  });
});

describe('sign-in, brand, view and platform parameters', () => {
  it('the last enabled sign-in method cannot be disabled', async () => {
    const { data } = await open();
    await section('サインイン')
      .getByRole('checkbox', { name: 'メールアドレスとパスワード' })
      .click();
    await save('サインイン').click();
    await expect
      .element(page.getByText('サインインの方法を一つ以上選んでください。'))
      .toBeVisible();
    await section('サインイン').getByRole('checkbox', { name: 'LINE' }).click();
    await section('サインイン').getByRole('checkbox', { name: '二段階認証を必須にする' }).click();
    await save('サインイン').click();
    await expect
      .poll(() => data('domain/home'))
      .toMatchObject({ signInMethods: ['line'], mfaRequired: true });
  });

  it('a logo is scaled to fit the bar, and a file that is not an image is rejected', async () => {
    const { data } = await open();
    const canvas = new OffscreenCanvas(1200, 400);
    canvas.getContext('2d')?.fillRect(0, 0, 1200, 400);
    const input = section('ロゴと色').getByLabelText('画像を選ぶ').last();
    await userEvent.upload(input, new File(['not a picture'], 'a.png', { type: 'image/png' }));
    await expect
      .element(page.getByText('この画像は読み取れません。', { exact: false }))
      .toBeVisible();
    await userEvent.upload(
      input,
      new File([await canvas.convertToBlob()], 'logo.png', { type: 'image/png' }),
    );
    await expect.element(section('ロゴと色').getByRole('img', { name: 'ロゴ' })).toBeVisible();
    await section('ロゴと色').getByLabelText('色', { exact: true }).fill('#46C9AE');
    await save('ロゴと色').click();
    await expect
      .poll(() => data('domain/home')?.['brand'])
      .toMatchObject({
        colour: '#46c9ae',
        logo: expect.stringMatching(/^data:image\/webp;base64,/),
      });
    // The preview equals the stored image.
    const picture = await createImageBitmap(
      await (
        await fetch(
          section('ロゴと色').getByRole('img', { name: 'ロゴ' }).element().getAttribute('src') ??
            '',
        )
      ).blob(),
    );
    expect([picture.width, picture.height]).toEqual([288, 96]);
  });

  it('the view of the rooms can be chosen', async () => {
    const { data } = await open();
    await section('表示').getByRole('combobox').selectOptions('静かな夜');
    await save('表示').click();
    await expect.poll(() => data('domain/home')?.['defaultViewId']).toBe('quiet');
  });

  it("fields follow the parameters' documents", async () => {
    const { data } = await open();
    expect(section('その他の設定値').element().textContent).not.toContain('fleet.secret');
    await section('その他の設定値').getByRole('spinbutton', { name: '集計の日数' }).fill('91');
    await save('その他の設定値').click();
    await expect.element(page.getByText('90以下の数値を入力してください。')).toBeVisible();
    await section('その他の設定値').getByRole('spinbutton', { name: '集計の日数' }).fill('14');
    await section('その他の設定値').getByLabelText('集計の開始').fill('2026/04/01');
    await section('その他の設定値').getByRole('checkbox', { name: '合計を出す' }).click();
    await save('その他の設定値').click();
    await expect
      .poll(() => data('domain/home')?.['parameterOverrides'])
      .toEqual({
        'report.days': 14,
        'report.start': '2026-04-01',
        'report.sums': false,
      });
    await page.getByRole('button', { name: '初期値に戻す（集計の日数）' }).click();
    await save('その他の設定値').click();
    await expect
      .poll(() => data('domain/home')?.['parameterOverrides'])
      .toEqual({
        'report.start': '2026-04-01',
        'report.sums': false,
      });
  });
});

describe('escalation groups', () => {
  it("the section shows each person's notification channels and who has none", async () => {
    const group = (name: string, ...userIds: string[]) => ({ name, userIds, afterMinutes: null });
    const { place } = await open({
      documents: {
        ...DOCUMENTS,
        'domain/home': domain('home', 'ひなた園', [], {
          escalation: [group('夜勤', 'sato'), group('当直', 'sato', 'kato')],
        }),
      },
    });
    const card = (name: RegExp) => section('通知のグループ').getByRole('article', { name });
    const [first, second] = [card(/^グループ1/), card(/^グループ2/)];
    await expect.element(first.getByText('届く方法がありません', { exact: true })).toBeVisible();
    await expect
      .element(
        first.getByText('このグループは待たずに、次のグループへ知らせます。', { exact: false }),
      )
      .toBeVisible();
    await expect.element(second.getByText('端末、メール')).toBeVisible();
    await expect.element(second.getByText('届く方法がありません', { exact: true })).toBeVisible();
    expect(second.getByText(/待たずに|代わりに/).elements()).toEqual([]);
    await second.getByRole('button', { name: '加藤 五月を外す' }).click();
    await expect
      .element(
        second.getByText('代わりに、届く方法がある職員みんなに知らせます。', { exact: false }),
      )
      .toBeVisible();
    await seeable(place);
  });

  it('groups keep their order, have members and minutes, and warn if no one would be notified', async () => {
    const { data, place } = await open();
    const groups = section('通知のグループ');
    await groups.getByRole('button', { name: 'グループを追加する' }).click();
    await expect.element(groups.getByText('職員がいません。', { exact: false })).toBeVisible();
    await groups.getByRole('textbox', { name: 'グループの名前' }).fill('夜勤');
    await groups.getByRole('combobox', { name: '職員を加える' }).click();
    await page.getByRole('option', { name: '森 六子（停止中）' }).click();
    await expect
      .element(groups.getByText('利用中の職員がいません。', { exact: false }))
      .toBeVisible();
    await groups.getByRole('combobox', { name: '職員を加える' }).click();
    await page.getByRole('option', { name: '佐藤 一郎' }).click();
    await groups.getByRole('button', { name: '森 六子を外す' }).click();
    await expect
      .element(groups.getByText('だれにも知らせません', { exact: false }))
      .not.toBeInTheDocument();
    await groups.getByRole('button', { name: 'グループを追加する' }).click();
    const second = groups.getByRole('article', { name: /^グループ2/ });
    await second.getByRole('textbox', { name: 'グループの名前' }).fill('');
    await second.getByRole('spinbutton').fill('121');
    await save('通知のグループ').click();
    await expect.element(groups.getByText('グループに名前を付けてください。')).toBeVisible();
    await second.getByRole('textbox', { name: 'グループの名前' }).fill('当直');
    await save('通知のグループ').click();
    await expect
      .element(groups.getByText('時間は0〜120分の整数で入力してください。'))
      .toBeVisible();
    await second.getByRole('spinbutton').fill('5');
    await seeable(place);
    await groups.getByRole('button', { name: '「当直」を上へ' }).click();
    await save('通知のグループ').click();
    await expect
      .poll(() => data('domain/home')?.['escalation'])
      .toEqual([
        { name: '当直', userIds: [], afterMinutes: 5 },
        { name: '夜勤', userIds: ['sato'], afterMinutes: null },
      ]);
  });
});

describe('child organisations', () => {
  it('children are listed, created and moved, and a refusal is shown at the choice', async () => {
    const { data, calls, transport } = await open({
      moved: {
        status: 400,
        body: { code: 'domain-below-itself-invalid', place: 'parentDomainId' },
      },
    });
    await expect.element(section('下の組織').getByRole('link', { name: '二病棟' })).toBeVisible();
    await section('下の組織').getByRole('button', { name: '下の組織を作る' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: '名前' }).fill('南館');
    await page.getByRole('button', { name: '作る', exact: true }).click();
    await expect.element(section('下の組織').getByRole('link', { name: '南館' })).toBeVisible();
    // The session reloads its accessible organisations.
    expect(calls.some(({ path }) => path === 'session')).toBe(true);
    const made = [...transport.documents.values()].find(({ data: { name } }) => name === '南館');
    expect(data(made?.path ?? '')).toMatchObject({
      parentDomainId: 'home',
      rootDomainId: 'home',
      ancestorIds: ['home'],
      kind: 'facility',
    });
    await section('下の組織').getByRole('button', { name: '東館を移す' }).click();
    await page.getByRole('combobox', { name: '移す先' }).click();
    // The organisation itself and its descendants are not offered.
    await expect
      .poll(() =>
        page
          .getByRole('listbox')
          .getByRole('option')
          .elements()
          .map((option) => option.textContent),
      )
      .toEqual(['西館']);
    await page.getByRole('option', { name: '西館' }).click();
    await page.getByRole('button', { name: '移す', exact: true }).last().click();
    await expect
      .element(page.getByText('自分自身や、その下にある組織の下には移せません。'))
      .toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/move'))).toEqual([
      { path: '/api/domains/east/move', body: { parentDomainId: 'west' } },
    ]);
  });

  it('a child opens its own children', async () => {
    const { search } = await open();
    await section('下の組織').getByRole('link', { name: '西館' }).click();
    await expect.poll(() => search()['domain']).toBe('west');
    await expect
      .element(section('基本情報').getByRole('textbox', { name: '名前' }))
      .toHaveValue('西館');
  });
});

describe('a page without an organisation', () => {
  it('the page reports the missing organisation', async () => {
    const { place } = await open();
    expect(place.textContent).not.toContain('組織が見つかりません');
    cleanups.splice(0).forEach((cleanup) => cleanup());
    const fixture = await renderList({
      Screen: () => (
        <DomainConfigScreen
          MembersPart={() => null}
          ThresholdsPart={() => null}
          HistoryPart={() => null}
        />
      ),
      address: '/domain-config?domain=nowhere',
      documents: DOCUMENTS,
      accessLevel: 4,
      around: (screen) => (
        <OrganisationActionsContext
          value={{
            act: attempt,
            sessionChanged: async () => undefined,
          }}
        >
          {screen}
        </OrganisationActionsContext>
      ),
    });
    cleanups.push(fixture.end);
    await expect.element(page.getByRole('heading', { name: '組織が見つかりません' })).toBeVisible();
  });
});

describe('unreadable data', () => {
  it('members of groups, views and parameters report the error in place and retry', async () => {
    const { transport, place } = await open({
      documents: {
        ...DOCUMENTS,
        'domain/home': domain('home', 'ひなた園', [], {
          escalation: [{ name: '夜勤', userIds: ['sato'], afterMinutes: null }],
        }),
      },
      refused: ['staff', 'view', 'parameter'],
    });
    for (const name of ['通知のグループ', '表示', 'その他の設定値'])
      await expect.element(section(name).getByRole('alert')).toBeVisible();
    expect(section('通知のグループ').element().textContent).toContain('職員を読み込めません');
    expect(place.textContent).not.toContain('選べる表示がまだありません');
    transport.refused.clear();
    for (const name of ['通知のグループ', '表示', 'その他の設定値'])
      await section(name).getByRole('alert').getByRole('button').click();
    await expect.element(section('通知のグループ').getByText('佐藤 一郎')).toBeVisible();
    await expect.element(section('表示').getByRole('combobox')).toBeVisible();
    await expect
      .element(section('その他の設定値').getByRole('spinbutton', { name: '集計の日数' }))
      .toBeVisible();
  });
});

describe('the focus', () => {
  it('the focus moves from a deleted group to the next one, the previous one, or the add button', async () => {
    await open({
      documents: {
        ...DOCUMENTS,
        'domain/home': domain('home', 'ひなた園', [], {
          escalation: ['A', 'B', 'C'].map((name) => ({ name, userIds: [], afterMinutes: null })),
        }),
      },
    });
    const focused = () =>
      document.activeElement instanceof HTMLInputElement
        ? document.activeElement.value
        : document.activeElement?.textContent;
    const remove = (name: string) =>
      page.getByRole('button', { name: `「${name}」を削除する` }).click();
    await remove('B');
    await expect.poll(focused).toBe('C');
    await remove('C');
    await expect.poll(focused).toBe('A');
    await remove('A');
    await expect.poll(focused).toBe('グループを追加する');
  });
});
