import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../kit/date/date-field.tsx';
import { DialogBody, DialogFoot, DialogText } from '../../kit/dialog/dialog-parts.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useLoading } from '../../kit/loading/loading-overlay.tsx';
import { MaskField } from '../../kit/mask/mask-field.tsx';
import { CommandPalette } from '../../kit/palette/command-palette.tsx';
import { TOAST_POSITIONS, TOAST_TYPES } from '../../kit/toast/toast-store.ts';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { ignore, Live, Sample, SampleGroup } from './sample.tsx';

const COVER_MS = 2000;

export const OverlaySamples = () => (
  <SampleGroup group="overlays">
    <Sample name="useDialogs" inRow>
      <Questions />
      <FormDialog />
    </Sample>
    <Sample name="CommandPalette" inRow>
      <Palette />
    </Sample>
    <Sample name="useNotifications, useLoading" inRow>
      <Passing />
    </Sample>
  </SampleGroup>
);

function Questions() {
  const { t } = useTranslation('gallery');
  const dialogs = useDialogs();
  const tell = () => dialogs.tell({ title: t('dialog.told'), message: t('dialog.toldText') });
  const confirm = () =>
    dialogs.confirm({
      title: t('dialog.confirm'),
      message: t('dialog.confirmText'),
      ok: t('dialog.save'),
    });
  const remove = () =>
    dialogs.confirm({
      title: t('dialog.danger'),
      message: t('dialog.dangerText'),
      ok: t('show.danger'),
      kind: 'danger',
    });
  const prompt = () =>
    dialogs.prompt({
      title: t('dialog.prompt'),
      message: t('dialog.promptText'),
      label: t('dialog.promptLabel'),
      check: (text) => text.length > 2 || t('dialog.promptRule'),
      maxLength: 20,
      ok: t('dialog.change'),
    });
  return (
    <>
      <Button onClick={() => void tell()}>{t('show.tell')}</Button>
      <Button onClick={() => void confirm()}>{t('show.confirm')}</Button>
      <Button kind="danger" onClick={() => void remove()}>
        {t('show.danger')}
      </Button>
      <Button onClick={() => void prompt()}>{t('show.prompt')}</Button>
    </>
  );
}

function FormDialog() {
  const { t } = useTranslation('gallery');
  const dialogs = useDialogs();
  const open = () =>
    dialogs.open<null>({ title: t('dialog.form') }, null, (answer) => (
      <DialogBody>
        <DialogText>{t('dialog.formText')}</DialogText>
        <Live initial="">
          {(bound) => (
            <MaskField
              label={t('dialog.serial')}
              name="serial"
              mask={{ own: 'A-####' }}
              fillMask
              {...bound}
            />
          )}
        </Live>
        <Live initial="">
          {(bound) => <DateField label={t('dialog.since')} name="since" {...bound} />}
        </Live>
        <DialogFoot>
          <Button kind="primary" onClick={() => answer(null)}>
            {t('dialog.register')}
          </Button>
        </DialogFoot>
      </DialogBody>
    ));
  return <Button onClick={() => void open()}>{t('show.form')}</Button>;
}

function Palette() {
  const { t } = useTranslation('gallery');
  const [isOpen, setIsOpen] = useState(false);
  const toCommand = (label: string, icon: 'door' | 'sensor', detail = '') => ({
    id: label,
    label,
    detail,
    icon: <ToolIcon name={icon} size={18} />,
    run: ignore,
  });
  const numbers = [42, 43, 44];
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('show.palette')}</Button>
      <CommandPalette
        open={isOpen}
        title={t('dialog.search')}
        groups={[
          {
            label: t('sample.floor'),
            commands: numbers.map((number) =>
              toCommand(t('sample.room', { number: number + 159 }), 'door', t('sample.floor')),
            ),
          },
          {
            label: t('page.tabs.devices'),
            commands: numbers.map((number) => toCommand(t('sample.device', { number }), 'sensor')),
          },
        ]}
        nothingFound={t('dialog.none')}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

function Passing() {
  const { t } = useTranslation('gallery');
  const toasts = useToasts();
  const loading = useLoading();
  const showAll = (): void => {
    for (const [index, position] of TOAST_POSITIONS.entries())
      toasts.show({
        message: `${t('dialog.notice')} · ${position}`,
        type: TOAST_TYPES[index % TOAST_TYPES.length] ?? 'info',
        position,
        timeoutMs: 0,
        ...(index % 3 === 0 ? { action: { label: t('dialog.undo'), run: ignore } } : {}),
      });
  };
  return (
    <>
      <Button onClick={showAll}>{t('show.notice')}</Button>
      <Button onClick={() => void setTimeout(loading.begin(t('dialog.overlay')), COVER_MS)}>
        {t('show.overlay')}
      </Button>
    </>
  );
}
