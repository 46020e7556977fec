import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../api.ts';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { PageHeader } from '../../../kit/pages/page-state.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { DeviceSection } from './device-section.tsx';
import { FleetFigures } from './fleet-figures.tsx';
import { FLEET_SHAPE } from './fleet-shapes.ts';
import css from './fleet.module.css';
import { JobsSection } from './jobs-section.tsx';
import { ServerSection } from './server-section.tsx';
import { UsageSection } from './usage-section.tsx';
import { PolledValue } from './polled-value.tsx';

/** An overview of the whole platform: counts, server state, jobs, and usage. */
export function FleetScreen() {
  const { t } = useTranslation('fleet');
  const fleet = useFleet();
  return (
    <div className={css['screen']}>
      <PageHeader title={t('title')} tools={<SerialSearch />} />
      <div className={css['wide']}>
        <PolledValue query={fleet} shape={FLEET_SHAPE}>
          {(value) => <FleetFigures fleet={value} />}
        </PolledValue>
      </div>
      <PageSection title={t('devices.title')} lead={t('devices.lead')}>
        <PolledValue query={fleet} shape={FLEET_SHAPE}>
          {(value) => <DeviceSection fleet={value} />}
        </PolledValue>
      </PageSection>
      <ServerSection />
      <JobsSection />
      <UsageSection />
    </div>
  );
}

/** Opens a device by its serial. */
function SerialSearch() {
  const { t } = useTranslation('fleet');
  const navigate = useNavigate();
  const [serial, setSerial] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (serial.trim() !== '')
      void navigate({
        to: '/master/device/$deviceSerial',
        params: { deviceSerial: serial.trim() },
      });
  };
  return (
    <search>
      <form className={css['find']} onSubmit={open}>
        <label>
          <ToolIcon name="search" size={16} />
          <span className="visually-hidden">{t('find')}</span>
          <input
            value={serial}
            placeholder={t('find')}
            maxLength={40}
            spellCheck={false}
            onChange={(event) => setSerial(event.currentTarget.value)}
          />
        </label>
        <Button submit disabled={serial.trim() === ''}>
          {t('findDo')}
        </Button>
      </form>
    </search>
  );
}
