import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import {
  Menu,
  MenuChoices,
  MenuDivider,
  MenuItem,
  MenuLabel,
  MenuText,
} from '../../kit/menu/menu.tsx';
import css from './gallery.module.css';
import { ignore, Sample, SampleGroup } from './sample.tsx';

export function ActionSamples() {
  const { t } = useTranslation('gallery');
  return (
    <SampleGroup group="actions">
      <Sample name="Button" inRow>
        <Button kind="primary">{t('states.primary')}</Button>
        <Button>{t('states.default')}</Button>
        <Button kind="danger">{t('states.danger')}</Button>
        <Button kind="primary" busy>
          {t('states.busy')}
        </Button>
        <Button disabled>{t('states.disabled')}</Button>
        <Button kind="primary" disabled>
          {t('states.disabled')}
        </Button>
      </Sample>
      <Sample name="Menu" inRow>
        <MenuSample />
      </Sample>
    </SampleGroup>
  );
}

function MenuSample() {
  const { t } = useTranslation('gallery');
  const [isLoud, setIsLoud] = useState(true);
  const [size, setSize] = useState<'small' | 'medium' | 'large'>('medium');
  return (
    <Menu className={css['plain']} button={t('menu.button')}>
      <MenuLabel>{t('menu.label')}</MenuLabel>
      <MenuItem icon={<ToolIcon name="report" size={18} />} onChoose={ignore}>
        {t('menu.open')}
      </MenuItem>
      <MenuItem disabled icon={<ToolIcon name="copy" size={18} />} onChoose={ignore}>
        {t('menu.copy')}
      </MenuItem>
      <MenuDivider />
      <MenuItem
        checked={isLoud}
        icon={<ToolIcon name={isLoud ? 'check' : 'soundOff'} size={18} />}
        onChoose={() => setIsLoud(!isLoud)}
      >
        {t('menu.sound')}
      </MenuItem>
      <MenuText>{t('menu.text')}</MenuText>
      <MenuChoices
        label={t('menu.size')}
        choices={(['small', 'medium', 'large'] as const).map((value) => ({
          value,
          label: t(`menu.${value}`),
        }))}
        chosen={size}
        onChoose={setSize}
      />
    </Menu>
  );
}
