import { SoundIndicator } from '../alarms/sound-indicator.tsx';
import { AttentionIndicator } from './attention-indicator.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { MemberMenu } from './member-menu.tsx';
import { OrganisationSwitcher } from './organisation-switcher.tsx';
import { OutboxIndicator } from './outbox-indicator.tsx';
import { Palette } from './palette.tsx';
import css from './top-bar.module.css';

/** What concerns every screen, in one line above the page. */
export const TopBar = () => (
  <header className={css['bar']}>
    <OrganisationSwitcher />
    <Palette />
    <div className={css['signs']}>
      <AttentionIndicator />
      <SoundIndicator />
      <ConnectionIndicator />
      {/*
       * The bar is aligned to the right, and the indicators above change their width while a page
       * starts: a button before them would move away between press and release, and do nothing.
       */}
      <OutboxIndicator />
      <MemberMenu />
    </div>
  </header>
);
