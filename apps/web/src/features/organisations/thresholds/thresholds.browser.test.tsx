import { ACCIDENT_PARAMETERS, type ParameterValue, type ValueSource } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useLiveDocument } from '../../../live/documents/documents-context.tsx';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { renderList } from '../../../kit/testing/list-fixture.tsx';
import { RoomThresholds } from './room-thresholds.tsx';
import { ThresholdTrialContext, type ThresholdTrialProps } from './thresholds-form.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const HOME: ValueSource = { kind: 'domain', domainId: 'home', name: 'ひなた園' };
const room = (parameterOverrides: Readonly<Record<string, ParameterValue>>) => ({
  domainId: 'home',
  rootDomainId: 'home',
  name: '201',
  parameterOverrides,
});
const dirt: (() => boolean)[] = [];

/** A placeholder for the part that the app injects. */
const tried = ({ place, overrides, disabled }: ThresholdTrialProps) => (
  <p data-trial={disabled ? 'no' : 'yes'}>{JSON.stringify([place, overrides])}</p>
);

function Screen({ mayArrange }: { readonly mayArrange: boolean }) {
  const found = useLiveDocument('room/a');
  const value =
    'value' in found && found.value !== null && isWhole(found.value) ? found.value : null;
  return value === null ? null : (
    <RoomThresholds
      room={value}
      mayArrange={mayArrange}
      onDirty={(isDirty) => {
        dirt[0] = isDirty;
      }}
    />
  );
}

async function open(
  overrides: Readonly<Record<string, ParameterValue>> = {},
  {
    above = {},
    mayArrange = true,
  }: { above?: Readonly<Record<string, ParameterValue>>; mayArrange?: boolean } = {},
) {
  const fixture = await renderList({
    Screen: () => <Screen mayArrange={mayArrange} />,
    address: '/room-config',
    documents: { 'room/a': room(overrides) },
    serve: async () =>
      Response.json({
        values: ACCIDENT_PARAMETERS.map(({ key, default: value }) => ({
          key,
          value: above[key] ?? value,
          from: above[key] === undefined ? { kind: 'system' } : HOME,
        })),
      }),
    around: (screen) => <ThresholdTrialContext value={tried}>{screen}</ThresholdTrialContext>,
  });
  fixture.place.style.overflow = 'auto';
  cleanups.push(fixture.end);
  await expect.element(page.getByText('心拍が速い')).toBeVisible();
  return {
    ...fixture,
    overrides: () => fixture.transport.documents.get('room/a')?.data['parameterOverrides'],
  };
}
/** The summary line of a kind, which opens it. */
const kind = (name: string) => page.getByRole('group').filter({ hasText: name });
const save = () => page.getByRole('button', { name: 'しきい値を保存する' });

describe('the thresholds of a room', () => {
  it('the form shows inherited values with their origin, sets them, and resets them', async () => {
    const { overrides, place } = await open({}, { above: { 'accident.heartRateHigh.limit': 105 } });
    await kind('心拍が速い').getByText('105回/分', { exact: false }).first().click();
    const limit = page.getByRole('spinbutton', { name: '心拍数がこれより多い' });
    await expect.element(limit).toHaveValue('105');
    await expect.element(kind('心拍が速い').getByText('ひなた園の設定のまま')).toBeVisible();
    await limit.fill('95');
    await expect
      .element(kind('心拍が速い').getByText('ひなた園の設定は 105回/分', { exact: false }))
      .toBeVisible();
    expect(dirt[0]?.()).toBe(true);
    await expectAccessible(place);
    await save().click();
    await expect.poll(() => overrides()).toEqual({ 'accident.heartRateHigh.limit': 95 });
    await expect.element(kind('心拍が速い').getByText('変更 1件')).toBeVisible();
    await page.getByRole('button', { name: '元に戻す（心拍数がこれより多い）' }).click();
    await expect.element(limit).toHaveValue('105');
    await save().click();
    await expect.poll(() => overrides()).toEqual({});
    expect(dirt[0]?.()).toBe(false);
  });

  it('the form tries changed valid values before saving', async () => {
    const { place } = await open({ 'accident.fall.enabled': false });
    const trial = () => [
      place.querySelector('[data-trial]')?.getAttribute('data-trial'),
      place.querySelector('[data-trial]')?.textContent,
    ];
    expect(trial()).toEqual([
      'no',
      JSON.stringify([{ kind: 'room', roomId: 'a' }, { 'accident.fall.enabled': false }]),
    ]);
    await kind('心拍が速い').getByText('110回/分', { exact: false }).first().click();
    const limit = page.getByRole('spinbutton', { name: '心拍数がこれより多い' });
    await limit.fill('95');
    await expect.poll(trial).toEqual([
      'yes',
      JSON.stringify([
        { kind: 'room', roomId: 'a' },
        { 'accident.fall.enabled': false, 'accident.heartRateHigh.limit': 95 },
      ]),
    ]);
    await limit.fill('');
    await expect.poll(() => trial()[0]).toBe('no');
  });

  it('errors appear at their fields, and no section hides them', async () => {
    const { overrides } = await open();
    await kind('心拍が遅い').getByText('40回/分', { exact: false }).first().click();
    await page.getByRole('spinbutton', { name: '心拍数がこれより少ない' }).fill('120');
    await save().click();
    await expect.element(page.getByText('110より小さい数値を入力してください。')).toBeVisible();
    await page.getByRole('spinbutton', { name: '心拍数がこれより少ない' }).fill('');
    await save().click();
    await expect.element(page.getByText('入力してください。')).toBeVisible();
    await page.getByRole('spinbutton', { name: '心拍数がこれより少ない' }).fill('45');
    await kind('心拍が遅い').getByRole('spinbutton', { name: '続いたら知らせる' }).fill('10000');
    await save().click();
    await expect.element(page.getByText('20以下の数値を入力してください。')).toBeVisible();
    await kind('心拍が遅い').getByRole('spinbutton', { name: '続いたら知らせる' }).fill('20');
    await save().click();
    await expect
      .poll(() => overrides())
      .toEqual({
        'accident.heartRateLow.limit': 45,
        'accident.heartRateLow.delayMinutes': 20,
      });
  });

  it('keys alone enable a kind with its hours', async () => {
    const { overrides } = await open();
    const line = kind('離床').getByText('オフ');
    (line.element().closest('summary') as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(kind('離床').getByRole('textbox', { name: '時間帯の始まり' }))
      .toBeDisabled();
    await userEvent.keyboard('{Tab} ');
    await expect.element(kind('離床').getByRole('switch', { name: '知らせる' })).toBeChecked();
    await kind('離床').getByRole('textbox', { name: '時間帯の始まり' }).fill('21:30');
    await save().click();
    await expect
      .poll(() => overrides())
      .toEqual({
        'accident.bedExit.enabled': true,
        'accident.bedExit.from': '21:30',
      });
    await expect.element(kind('離床').getByText('21:30〜07:00')).toBeVisible();
  });

  it('a conflict is resolved by the user, and other concurrent changes stay', async () => {
    const { overrides, transport } = await open();
    await kind('心拍が速い').getByText('110回/分', { exact: false }).first().click();
    await page.getByRole('spinbutton', { name: '心拍数がこれより多い' }).fill('95');
    transport.put(
      'room/a',
      room({ 'accident.heartRateHigh.limit': 100, 'accident.fall.enabled': false }),
    );
    await save().click();
    await page.getByRole('radio', { name: 'あなたの入力 95回/分' }).click();
    await page.getByRole('button', { name: '選んだ内容で保存する' }).click();
    await expect
      .poll(() => overrides())
      .toEqual({
        'accident.heartRateHigh.limit': 95,
        'accident.fall.enabled': false,
      });
  });

  it('readers without permission see the values read-only, and a lost device has no switch', async () => {
    await open({ 'accident.heartRateHigh.limit': 95 }, { mayArrange: false });
    await kind('心拍が速い').getByText('95回/分', { exact: false }).first().click();
    await expect
      .element(page.getByRole('spinbutton', { name: '心拍数がこれより多い' }))
      .toBeDisabled();
    await expect.element(save()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /^元に戻す/ })).not.toBeInTheDocument();
    (kind('信号なし').element().querySelector('summary') as HTMLElement).click();
    await expect
      .element(kind('信号なし').getByRole('switch', { name: '収まったら自動で閉じる' }))
      .toBeVisible();
    await expect
      .element(kind('信号なし').getByRole('switch', { name: '知らせる' }))
      .not.toBeInTheDocument();
  });
});
