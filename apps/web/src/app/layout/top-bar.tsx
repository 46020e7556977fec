import { SoundSign } from '../alarms/sound-sign.tsx';
import { AttentionSign } from './attention-sign.tsx';
import { LinkSign } from './link-sign.tsx';
import { MemberMenu } from './member-menu.tsx';
import { OutboxSign } from './outbox-sign.tsx';
import { OrganisationSwitcher } from './organisation-switcher.tsx';
import { Palette } from './palette.tsx';
import css from './top-bar.module.css';

/** What concerns every screen, in one line above the page. */
export const TopBar = () => (
  <header className={css['bar']}>
    <OrganisationSwitcher />
    <Palette />
    <div className={css['signs']}>
      <OutboxSign />
      <AttentionSign />
      <SoundSign />
      <LinkSign />
      <MemberMenu />
    </div>
  </header>
);
