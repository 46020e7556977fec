import { MAX_PHOTO_BYTES } from '@yamori/domain';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useAccountChanged, useProfileApi } from '../api.ts';
import css from './profile.module.css';
import { smallPhoto } from './small-photo.ts';

/** The photo, or the first letter of the name. */
export function PhotoSection({
  photoURL,
  name,
}: {
  readonly photoURL: string | null;
  readonly name: string;
}) {
  const { t } = useTranslation('profile');
  const { putPhoto, removePhoto } = useProfileApi();
  const changed = useAccountChanged();
  const formatProblem = useProblemMessage();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setErrorText(null);
    const outcome = await attempt(work).finally(() => setBusy(false));
    if (outcome.kind === 'refused') setErrorText(formatProblem(outcome.problem));
    else await changed();
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (input.current !== null) input.current.value = '';
    if (file === undefined) return;
    const photo = await smallPhoto(file);
    if (photo === null) setErrorText(t('photoUnreadable'));
    else await run(() => putPhoto(photo));
  };
  return (
    <div className={css['photo']}>
      {photoURL === null ? (
        <span className={css['letter']} aria-hidden="true">
          {Array.from(name)[0]}
        </span>
      ) : (
        <img src={photoURL} alt={t('photo')} width="96" height="96" />
      )}
      <div>
        <div className={css['buttons']}>
          <Button busy={busy} onClick={() => input.current?.click()}>
            {t('choosePhoto')}
          </Button>
          {photoURL === null ? null : (
            <Button disabled={busy} onClick={() => void run(removePhoto)}>
              {t('removePhoto')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('choosePhoto')}
          hidden
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        <p className={css['hint']}>{t('photoHint', { limit: MAX_PHOTO_BYTES / 1000 })}</p>
        <FormError message={errorText} />
      </div>
    </div>
  );
}
