import { createPortal } from 'react-dom';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot, DialogText } from '../../../../kit/dialog/dialog-parts.tsx';
import { useDialogs } from '../../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../../kit/form/button.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import { QrCode } from '../../../../kit/qr/qr-code.tsx';
import type { Device } from '../device-source.ts';
import css from './labels.module.css';

/** Previews the labels of devices and prints them on A4. */
export function useLabelSheet(): (devices: readonly Pick<Device, 'serial' | 'name'>[]) => void {
  const { t } = useTranslation('deviceConfig');
  const dialogs = useDialogs();
  return (devices) => {
    const labels = devices.map(({ serial, name }): Label => ({
      serial,
      name,
      address: labelAddress(globalThis.location.origin, serial),
    }));
    void dialogs.open<void>(
      {
        title: t('labels.title', { count: labels.length }),
        size: 'large',
        closesOnOutsideClick: true,
      },
      undefined,
      (answer) => <LabelPreview labels={labels} onClose={() => answer()} />,
    );
  };
}

function LabelPreview({
  labels,
  onClose,
}: {
  readonly labels: readonly Label[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('deviceConfig');
  const sheets = splitSheets(labels);
  const drawn = sheets.map((sheet) => <Sheet key={sheet[0]?.serial} labels={sheet} />);
  return (
    <DialogBody>
      <DialogText>{t('labels.why', { sheets: sheets.length })}</DialogText>
      <div className={css['preview']}>{drawn}</div>
      <Paper>{drawn}</Paper>
      <DialogFoot>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button kind="primary" startsHere onClick={() => globalThis.print()}>
          <ToolIcon name="print" size={18} />
          {t('labels.print')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}

/** Rendered outside the page and visible in print only; the page itself is hidden in print. */
function Paper({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['paper'] = 'labels';
    return () => {
      delete document.documentElement.dataset['paper'];
    };
  }, []);
  return createPortal(<div className={css['paper']}>{children}</div>, document.body);
}

const Sheet = ({ labels }: { readonly labels: readonly Label[] }) => (
  <ol className={css['sheet']}>
    {labels.map(({ serial, name, address }) => (
      <li key={serial}>
        <QrCode text={address} label={address} />
        <div>
          <b>{serial}</b>
          <span>{name}</span>
        </div>
      </li>
    ))}
  </ol>
);

/** A sheet of A4 with labels in rows; millimetres. */
const SHEET = { widthMm: 210, heightMm: 297, marginMm: 10, columns: 3, rows: 7 } as const;
export const LABELS_PER_SHEET = SHEET.columns * SHEET.rows;

export type Label = { readonly serial: string; readonly name: string; readonly address: string };

/** The address in a label's code. */
export const labelAddress = (origin: string, serial: string): string =>
  `${origin}/sn/${encodeURIComponent(serial)}`;

/** Labels by sheet; all sheets but the last are full. */
export function splitSheets(labels: readonly Label[]): readonly (readonly Label[])[] {
  return Array.from({ length: Math.ceil(labels.length / LABELS_PER_SHEET) }, (_unused, sheet) =>
    labels.slice(sheet * LABELS_PER_SHEET, (sheet + 1) * LABELS_PER_SHEET),
  );
}
