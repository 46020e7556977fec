import type { Problem } from '@yamori/domain';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PageDialogs } from '../../app/layout/page-dialogs.tsx';
import { renderUi } from '../testing/ui-fixture.tsx';
import { Button } from './button.tsx';
import { CheckField } from './check-field.tsx';
import { FormError } from './form-error.tsx';
import { SelectField } from './select-field.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useRules } from './form-rules.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

type Values = {
  name: string;
  email: string;
  ward: 'east' | 'west' | '';
  note: string;
  agreed: boolean;
};
const INITIAL: Values = { name: '', email: '', ward: '', note: '', agreed: false };
type Submit = (values: Values) => Promise<Problem | null | void>;

function MemberForm({ submit }: { submit: Submit }) {
  const rules = useRules();
  const form = useForm({
    initial: INITIAL,
    rules: {
      name: [rules.required, rules.atMost(5)],
      email: [rules.required, rules.email],
      ward: [rules.required],
      agreed: [(agreed) => agreed],
    },
    submit,
  });
  return (
    <form {...form.bind}>
      <TextField label="名前" required {...form.field('name')} />
      <TextField label="メール" type="email" {...form.field('email')} />
      <SelectField
        label="棟"
        empty="選んでください"
        choices={[
          { value: 'east', label: '東棟' },
          { value: 'west', label: '西棟' },
        ]}
        {...form.field('ward')}
      />
      <TextAreaField label="メモ" {...form.field('note')} maxLength={10} counter />
      <CheckField
        label="同意する"
        name="agreed"
        checked={form.values.agreed}
        error={form.field('agreed').error}
        onChange={form.field('agreed').onChange}
      />
      <FormError message={form.errorText} />
      <Button submit kind="primary" busy={form.busy}>
        登録する
      </Button>
      <Button onClick={() => form.reset()}>元に戻す</Button>
      <output>{form.dirty ? '変更あり' : '変更なし'}</output>
    </form>
  );
}

async function setUp(submit: Submit = async () => undefined) {
  const fixture = await renderUi(<MemberForm submit={submit} />);
  cleanups.push(fixture.end);
  await expect.element(page.getByRole('button', { name: '登録する' })).toBeVisible();
}

const field = (name: string) => page.getByRole('textbox', { name });
const errors = () =>
  [...document.querySelectorAll<HTMLElement>("[aria-invalid='true']")].map(
    ({ id }) => document.querySelector(`label[for='${id}']`)?.firstChild?.textContent ?? '同意',
  );
const press = () => page.getByRole('button', { name: '登録する' }).click();

async function fillAll(): Promise<void> {
  await field('名前').fill('花子');
  await field('メール').fill('a@b.example');
  await page.getByRole('combobox', { name: '棟' }).selectOptions('east');
  await page.getByRole('checkbox', { name: '同意する' }).click();
}

describe('useForm', () => {
  it('marks a field once it was left, and follows every key from then on', async () => {
    await setUp();
    await field('メール').fill('a');
    expect(errors()).toEqual([]);
    await userEvent.keyboard('{Tab}');
    await expect.poll(errors).toEqual(['メール']);
    await expect
      .element(field('メール'))
      .toHaveAccessibleDescription('メールアドレスの形が正しくありません。');
    await field('メール').fill('a@b.example');
    await expect.poll(errors).toEqual([]);
  });

  it('does not mark a field that was only passed through, but one that was emptied', async () => {
    await setUp();
    await field('メール').click();
    await userEvent.keyboard('{Tab}{Tab}');
    expect(errors()).toEqual([]);
    await field('メール').fill('a@b.example');
    await field('メール').fill('a');
    await userEvent.keyboard('{Tab}');
    await expect.poll(errors).toEqual(['メール']);
  });

  it('marks all that is wrong when it is to be sent, leads to the first, and is not sent', async () => {
    const submit = vi.fn(async () => undefined);
    await setUp(submit);
    await field('名前').fill('六文字の名前');
    await press();
    await expect.poll(errors).toEqual(['名前', 'メール', '棟', '同意']);
    await expect.element(field('名前')).toHaveFocus();
    await expect
      .element(field('名前'))
      .toHaveAccessibleDescription('5文字以内で入力してください。');
    await expect.element(page.getByText('正しく入力してください。')).toBeVisible();
    expect(submit).not.toHaveBeenCalled();
  });

  it('sends its values once on Enter, and is unchanged afterwards', async () => {
    const waiting: (() => void)[] = [];
    const submit = vi.fn<Submit>(
      () =>
        new Promise((resolve) => {
          waiting.push(() => resolve(null));
        }),
    );
    await setUp(submit);
    await fillAll();
    await expect.element(page.getByText('変更あり')).toBeVisible();
    await field('名前').click();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: '登録する' })).toBeDisabled();
    expect(submit.mock.calls).toEqual([
      [{ name: '花子', email: 'a@b.example', ward: 'east', note: '', agreed: true }],
    ]);
    waiting[0]?.();
    await expect.element(page.getByText('変更なし')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '登録する' })).toBeEnabled();
    expect(errors()).toEqual([]);
  });

  it('places what the server refuses at its fields and says the rest above the buttons', async () => {
    await setUp(async () => ({
      code: 'request-invalid',
      issues: [
        { field: 'email', code: 'format-email' },
        { field: 'note', code: 'string-at-most', details: { limit: 3 } },
      ],
    }));
    await fillAll();
    await press();
    await expect.poll(errors).toEqual(['メール', 'メモ']);
    await expect.element(field('メール')).toHaveFocus();
    await expect
      .element(field('メモ'))
      .toHaveAccessibleDescription('3文字以内で入力してください。');
    expect(document.querySelector("[role='alert']")?.textContent).toBe('');
    await field('メール').fill('b@b.example');
    await expect.poll(errors).toEqual(['メモ']);
  });

  it.each([
    [{ code: 'account-exists' }, 'このメールアドレスはすでに登録されています。'],
    [
      {
        code: 'request-invalid',
        issues: [{ field: 'rank', code: 'keys-unknown', details: { keys: "'rank'" } }],
      },
      "使えない項目があります: 'rank'",
    ],
    [
      { code: 'request-invalid', issues: [{ field: 'rank', code: 'code-of-a-later-version' }] },
      '正しい値ではありません。',
    ],
  ])('says %j', async (problem, words) => {
    await setUp(async () => problem);
    await fillAll();
    await press();
    await expect.poll(() => document.querySelector("[role='alert']")?.textContent).toContain(words);
    await expect.element(field('名前')).toHaveValue('花子');
    await field('名前').fill('太郎');
    await expect.poll(() => document.querySelector("[role='alert']")?.textContent).toBe('');
  });

  it('shows a problem of a field at the field, and any other problem above the buttons', async () => {
    const problems: Problem[] = [
      { code: 'account-exists', place: 'email' },
      { code: 'account-exists', place: 'phone' },
    ];
    await setUp(async () => problems.shift() ?? null);
    await fillAll();
    await press();
    await expect.poll(errors).toEqual(['メール']);
    await expect
      .element(field('メール'))
      .toHaveAccessibleDescription('このメールアドレスはすでに登録されています。');
    await expect.element(field('メール')).toHaveFocus();
    await press();
    await expect
      .poll(() => document.querySelector("[role='alert']")?.textContent)
      .toBe('このメールアドレスはすでに登録されています。');
    expect(errors()).toEqual([]);
  });

  it('resets to the initial values', async () => {
    await setUp();
    await fillAll();
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect.element(field('名前')).toHaveValue('');
    await expect.element(page.getByText('変更なし')).toBeVisible();
  });

  it('counts characters and stops at the limit', async () => {
    await setUp();
    await field('メモ').fill('');
    await field('メモ').click();
    await userEvent.keyboard('abcdefghijklm');
    await expect.element(field('メモ')).toHaveValue('abcdefghij');
    await expect.element(page.getByText('10 / 10')).toBeVisible();
    await expect.element(field('メモ')).toHaveAttribute('rows', '6');
  });
});

describe('useLeaveWarning', () => {
  function Page({ submit }: { submit: Submit }) {
    const form = useForm({ initial: INITIAL, submit });
    useLeaveWarning(form.isDirty);
    return (
      <form {...form.bind}>
        <TextField label="名前" {...form.field('name')} />
        <Button submit>保存する</Button>
        <Link to="/other">よそへ</Link>
      </form>
    );
  }

  async function routed() {
    const before = window.location.href;
    window.history.replaceState(null, '', '/');
    const root = createRootRoute({
      component: () => (
        <PageDialogs>
          <Outlet />
        </PageDialogs>
      ),
    });
    const here = createRoute({
      getParentRoute: () => root,
      path: '/',
      component: () => <Page submit={async () => undefined} />,
    });
    const other = createRoute({
      getParentRoute: () => root,
      path: '/other',
      component: () => <p>よそのページ</p>,
    });
    const router = createRouter({
      routeTree: root.addChildren([here, other]),
      history: createBrowserHistory(),
    });
    // The types know the product's router only.
    const fixture = await renderUi(<RouterProvider router={router as never} />);
    cleanups.push(() => {
      fixture.end();
      router.history.destroy();
      window.history.replaceState(null, '', before);
    });
    await expect.element(page.getByRole('link', { name: 'よそへ' })).toBeVisible();
  }
  const leave = () => page.getByRole('link', { name: 'よそへ' }).click();

  it('asks before another page opens; staying keeps the changes', async () => {
    await routed();
    await page.getByRole('textbox').fill('花子');
    await leave();
    await page.getByRole('button', { name: '入力に戻る' }).click();
    await expect.element(page.getByRole('textbox')).toHaveValue('花子');
    await expect.poll(() => document.querySelector('[data-modal]')).toBeNull();
    await leave();
    await page.getByRole('button', { name: '保存せずに移動する' }).click();
    await expect.element(page.getByText('よそのページ')).toBeVisible();
  });

  it('does not ask without changes', async () => {
    await routed();
    await leave();
    await expect.element(page.getByText('よそのページ')).toBeVisible();
    expect(document.querySelector('[data-modal]')).toBeNull();
  });

  it.each([
    ['some', '花子', true],
    ['none', '', false],
  ])('makes the browser ask before the tab closes: with %s', async (_, name, asks) => {
    await routed();
    await page.getByRole('textbox').fill(name);
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(asks);
  });
});
