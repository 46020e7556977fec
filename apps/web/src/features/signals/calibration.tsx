import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CSS_PX_PER_MM } from '../../live/chart/chart-spec.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { DialogBody } from '../../kit/dialog/dialog-parts.tsx';
import { RawIcon } from './raw-icons.tsx';
import css from './toolbar.module.css';

const LINE_MM = 100;
const STEP = 0.02;

/**
 * The user fits a line to a real ruler on the screen, so that millimetres on the screen are true.
 */
export function Calibration({
  pxPerMm,
  onCalibrate,
}: {
  pxPerMm: number;
  onCalibrate: (pxPerMm: number) => void;
}) {
  const { t } = useTranslation('raw');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={css['button']} onClick={() => setIsOpen(true)}>
        <RawIcon name="calibrate" size={18} />
        {t('tools.calibrate')}
      </button>
      <Dialog open={isOpen} title={t('calibration.title')} onClose={() => setIsOpen(false)}>
        <DialogBody>
          <p>{t('calibration.why')}</p>
          <div className={css['line']} style={{ width: LINE_MM * pxPerMm }} />
          <label className={css['slider']}>
            <span>{t('calibration.value')}</span>
            <input
              type="range"
              min={1.5}
              max={10}
              step={STEP}
              value={pxPerMm}
              onChange={(event) => onCalibrate(Number(event.currentTarget.value))}
            />
          </label>
          <div className={css['dialogButtons']}>
            <button
              type="button"
              className={css['button']}
              onClick={() => onCalibrate(pxPerMm - STEP)}
            >
              {t('calibration.narrower')}
            </button>
            <button
              type="button"
              className={css['button']}
              onClick={() => onCalibrate(pxPerMm + STEP)}
            >
              {t('calibration.wider')}
            </button>
            <button
              type="button"
              className={css['button']}
              onClick={() => onCalibrate(CSS_PX_PER_MM)}
            >
              {t('calibration.reset')}
            </button>
            <button
              type="button"
              className={css['button']}
              data-primary="true"
              onClick={() => setIsOpen(false)}
            >
              {t('calibration.done')}
            </button>
          </div>
        </DialogBody>
      </Dialog>
    </>
  );
}
