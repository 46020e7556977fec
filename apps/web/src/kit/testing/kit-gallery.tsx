import { useState, type ReactNode } from 'react';
import { DialogBody, DialogFoot, DialogText } from '../dialog/dialog-parts.tsx';
import { useDialogs } from '../dialog/dialogs-context.tsx';
import { Calendar } from '../date/calendar.tsx';
import { DateField } from '../date/date-field.tsx';
import { DateRangeField, type DateSpan } from '../date/date-range-field.tsx';
import { TimeField } from '../date/time-field.tsx';
import { Button } from '../form/button.tsx';
import { CheckField, ToggleField } from '../form/check-field.tsx';
import { ColourField } from '../form/colour-field.tsx';
import { FileField } from '../form/file-field.tsx';
import { FormTrouble } from '../form/form-trouble.tsx';
import { NumberField } from '../form/number-field.tsx';
import { PasswordField } from '../form/password-field.tsx';
import { SearchSelectField } from '../form/search-select-field.tsx';
import { SegmentedField } from '../form/segmented-field.tsx';
import { SelectField } from '../form/select-field.tsx';
import { TagsField } from '../form/tags-field.tsx';
import { TextAreaField } from '../form/text-area-field.tsx';
import { TextField } from '../form/text-field.tsx';
import { MaskField } from '../mask/mask-field.tsx';

function Kept<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (binding: { value: Value; onChange: (next: Value) => void }) => ReactNode;
}) {
  const [value, onChange] = useState(initial);
  return children({ value, onChange });
}

const WARDS = [
  { value: 'east', label: '東棟 2 階' },
  { value: 'west', label: '西棟 3 階' },
] as const;
const ROOMS = Array.from({ length: 40 }, (_, index) => ({
  value: `r${index}`,
  label: `東棟 ${201 + index} 号室`,
}));
const SHIFTS = [
  { value: 'day', label: '日勤' },
  { value: 'late', label: '遅番' },
  { value: 'night', label: '夜勤' },
] as const;
const TODAY = { year: 2026, month: 11, day: 21 };

/**
 * Every piece of the kit, in the states that it can be in: for pictures and for checks of all at
 * once. Not shipped.
 */
export function KitGallery() {
  return (
    <main
      style={{
        padding: 24,
        display: 'grid',
        gap: 24,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
        alignItems: 'start',
        background: 'var(--surface-1)',
      }}
    >
      <h1 style={{ gridColumn: '1 / -1' }}>部品</h1>
      <Fields />
      <Wrong />
      <More />
      <Days />
      <Buttons />
    </main>
  );
}

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <section style={{ display: 'grid', gap: 14 }}>
    <h2>{title}</h2>
    {children}
  </section>
);

const Fields = () => (
  <Column title="入力">
    <Kept initial="">
      {(bound) => (
        <TextField label="名前" name="name" required hint="画面に表示する名前です。" {...bound} />
      )}
    </Kept>
    <Kept initial="yoru@example.jp">
      {(bound) => <TextField label="メールアドレス" type="email" name="email" {...bound} />}
    </Kept>
    <Kept initial="quiet-night-gecko">
      {(bound) => (
        <PasswordField label="パスワード" name="password" autoComplete="new-password" {...bound} />
      )}
    </Kept>
    <Kept<'east' | 'west' | ''> initial="">
      {(bound) => (
        <SelectField label="棟" name="ward" empty="選んでください" choices={WARDS} {...bound} />
      )}
    </Kept>
    <Kept initial="夜間の見回りで気づいたことを書きます。">
      {(bound) => <TextAreaField label="申し送り" name="note" maxLength={200} counter {...bound} />}
    </Kept>
    <Kept initial={true}>
      {({ value, onChange }) => (
        <CheckField label="利用規約に同意する" name="agree" checked={value} onChange={onChange} />
      )}
    </Kept>
    <Kept initial={true}>
      {({ value, onChange }) => (
        <ToggleField
          label="呼び出しを音で知らせる"
          name="sound"
          checked={value}
          onChange={onChange}
        />
      )}
    </Kept>
    <TextField
      label="所属（変更できません）"
      name="fixed"
      value="やもりの里"
      disabled
      onChange={() => undefined}
    />
  </Column>
);

const Wrong = () => (
  <Column title="誤りと無効">
    <TextField
      label="名前"
      name="name2"
      required
      value=""
      fault="入力してください。"
      onChange={() => undefined}
    />
    <TextField
      label="部屋番号"
      name="room"
      value="２０１"
      fault={false}
      onChange={() => undefined}
    />
    <SelectField
      label="棟"
      name="ward2"
      value=""
      empty="選んでください"
      choices={WARDS}
      fault="選んでください。"
      onChange={() => undefined}
    />
    <TextAreaField
      label="申し送り"
      name="note2"
      rows={3}
      value={'あ'.repeat(60)}
      maxLength={60}
      counter
      fault="60文字以内で入力してください。"
      onChange={() => undefined}
    />
    <CheckField
      label="利用規約に同意する"
      name="agree2"
      checked={false}
      fault="同意が必要です。"
      onChange={() => undefined}
    />
    <SegmentedField
      label="勤務"
      name="shift2"
      value=""
      choices={SHIFTS}
      fault="選んでください。"
      onChange={() => undefined}
    />
    <ToggleField
      label="通知（組織で止めています）"
      name="off"
      checked={false}
      disabled
      onChange={() => undefined}
    />
    <FormTrouble words="このメールアドレスはすでに登録されています。" />
  </Column>
);

const More = () => (
  <Column title="そのほかの入力">
    <Kept<number | null> initial={36.5}>
      {(bound) => (
        <NumberField
          label="体温"
          name="temperature"
          unit="℃"
          step={0.1}
          min={30}
          max={45}
          {...bound}
        />
      )}
    </Kept>
    <Kept<string> initial="r3">
      {(bound) => <SearchSelectField label="部屋を探す" name="find" choices={ROOMS} {...bound} />}
    </Kept>
    <Kept<'day' | 'late' | 'night' | ''> initial="night">
      {(bound) => <SegmentedField label="勤務" name="shift" choices={SHIFTS} {...bound} />}
    </Kept>
    <Kept initial="#46c9ae">{(bound) => <ColourField label="色" name="colour" {...bound} />}</Kept>
    <Kept<readonly string[]> initial={['転倒', '夜間見守り', '呼び出しが多い']}>
      {(bound) => <TagsField label="印" name="tags" {...bound} />}
    </Kept>
    <Kept<readonly File[]> initial={[new File(['x'.repeat(15_300)], '東棟201_2026-11-20.csv')]}>
      {(bound) => <FileField label="測定データ" name="file" accept=".csv" multiple {...bound} />}
    </Kept>
    <Kept initial="0312">
      {(bound) => <MaskField label="電話番号" name="phone" mask="phone" {...bound} />}
    </Kept>
    <Kept initial="4111">
      {(bound) => <MaskField label="カード番号" name="card" mask="card" fillMask {...bound} />}
    </Kept>
  </Column>
);

const Days = () => (
  <Column title="日付と時刻">
    <Kept initial="2026/11/21">
      {(bound) => <DateField label="入居日" name="day" {...bound} />}
    </Kept>
    <Kept<DateSpan> initial={{ from: '2026/11/01', to: '' }}>
      {(bound) => (
        <DateRangeField label="期間" name="span" fault="終了日を入力してください。" {...bound} />
      )}
    </Kept>
    <Kept initial="21:30">
      {(bound) => <TimeField label="夜の始まり" name="time" {...bound} />}
    </Kept>
    <Calendar
      chosen={{ from: { ...TODAY, day: 10 }, to: { ...TODAY, day: 13 } }}
      today={TODAY}
      max={{ ...TODAY, day: 24 }}
      onChoose={() => undefined}
    />
  </Column>
);

function Buttons() {
  const dialogs = useDialogs();
  return (
    <Column title="ボタンと対話">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button kind="primary">登録する</Button>
        <Button>取り消す</Button>
        <Button kind="danger">削除する</Button>
        <Button kind="primary" busy>
          保存しています
        </Button>
        <Button disabled>保存する</Button>
      </div>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button
          onClick={() =>
            void dialogs.tell({ title: 'お知らせ', message: '機器 A-1042 の登録が終わりました。' })
          }
        >
          知らせる
        </Button>
        <Button
          onClick={() =>
            void dialogs.confirm({
              title: '機器を削除しますか',
              message: '機器 A-1042 を一覧から削除します。測定した記録は残ります。',
              ok: '削除する',
              kind: 'danger',
            })
          }
        >
          確かめる
        </Button>
        <Button
          onClick={() =>
            void dialogs.prompt({
              title: '部屋の名前',
              message: '一覧と部屋の画面に表示します。',
              label: '名前',
              check: (text) => text.length > 2 || '3文字以上で入力してください。',
              maxLength: 20,
              ok: '変更する',
            })
          }
        >
          尋ねる
        </Button>
        <Button
          onClick={() =>
            void dialogs.open<null>({ title: '機器の登録', size: 'medium' }, null, (answer) => (
              <DialogBody>
                <DialogText>機器の裏の番号を入力してください。</DialogText>
                <Kept initial="">
                  {(bound) => (
                    <MaskField
                      label="製造番号"
                      name="serial"
                      mask={{ own: 'A-####' }}
                      fillMask
                      {...bound}
                    />
                  )}
                </Kept>
                <Kept initial="">
                  {(bound) => <DateField label="設置日" name="since" {...bound} />}
                </Kept>
                <DialogFoot>
                  <Button onClick={() => answer(null)}>やめる</Button>
                  <Button kind="primary">登録する</Button>
                </DialogFoot>
              </DialogBody>
            ))
          }
        >
          開く
        </Button>
      </div>
    </Column>
  );
}
