import { Button, createTheme, MantineProvider, type MantineColorsTuple } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import '../../kit/theme/mantine-tokens.css';

// The library wants ten shades; ours is one token, and mantine-tokens.css maps what components
// really read.
const accentShades: MantineColorsTuple = [
  '#e3faf5',
  '#c6f0e6',
  '#a3e5d6',
  '#7fd9c5',
  '#62d0b8',
  '#46c9ae',
  '#35b299',
  '#249781',
  '#147b68',
  '#07604f',
];

const theme = createTheme({
  primaryColor: 'yamori',
  primaryShade: 5,
  colors: { yamori: accentShades },
  fontFamily: 'var(--font)',
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The accent is light, so what stands on it is dark.
    Button: Button.extend({
      vars: (_theme, { variant = 'filled' }) => ({
        root: variant === 'filled' ? { '--button-color': 'var(--on-accent)' } : {},
      }),
    }),
  },
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
});

/** The component library, for everything behind sign-in; it follows the theme that is on <html>. */
export function LibraryProvider({ children }: { children: ReactNode }) {
  const [{ theme: name }] = usePreferences();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={name === 'light' ? 'light' : 'dark'}
      getStyleNonce={styleNonce}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/**
 * The nonce that the server put into this page's policy, for styles that components make at run
 * time.
 */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * Only the component styles that the frame and the sign-in page need; a screen adds those of its
 * own pieces.
 */
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
