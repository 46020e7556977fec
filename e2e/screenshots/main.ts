import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { openBrowser } from '../browser.ts';
import { startReverseProxy } from '../reverse-proxy.ts';
import { THEMES } from '../themes.ts';
import { startWard } from '../ward.ts';
import {
  captureScreens,
  isWanted,
  SIZES,
  type CaptureOptions,
  type CaptureResult,
  type Screen,
  type Sessions,
  type Size,
} from './capture.ts';
import { CARE_SCREENS, updateScreen } from './care-screens.ts';
import { GALLERY_SCREENS } from './gallery-screens.ts';
import { NIGHT_SCREENS } from './night-screens.ts';
import { captureReadme } from './readme.ts';
import { SETTINGS_SCREENS } from './settings-screens.ts';
import { SIGN_IN_SCREEN_NAMES, signInScreens } from './sign-in-screens.ts';
import { openSignInServer } from './sign-in-server.ts';

const HELP = `Usage: npm run screenshots -- [WORD ...] [options]

Captures every screen of the demonstration, or those whose names contain a WORD, into
.cache/screenshots/LANGUAGE/THEME/NAME-WIDTH.png.

  --readme                   writes the pictures of the READMEs to docs/screenshots instead
  --theme dark,light,night   themes (default: all)
  --language ja,en           languages (default: both)
  --size 1920,1366,390       widths in CSS pixels (default: all)
  --scale 1                  device pixels per CSS pixel
  --folder PATH              output folder
  --address URL              captures a running demonstration instead of starting one
  --list                     prints the names and ends
`;

const README_FOLDER = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../.cache/screenshots', import.meta.url));
const WEB_BUILD = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const DEMONSTRATION_SCREENS = [
  ...CARE_SCREENS,
  ...NIGHT_SCREENS,
  ...SETTINGS_SCREENS,
  ...GALLERY_SCREENS,
];
const UPDATE_SCREEN = 'update';
const NAMES = [
  ...SIGN_IN_SCREEN_NAMES,
  ...DEMONSTRATION_SCREENS.map(({ name }) => name),
  UPDATE_SCREEN,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: 'string', default: THEMES.join(',') },
    language: { type: 'string', default: 'ja,en' },
    size: { type: 'string', default: '1920,1366,390' },
    scale: { type: 'string', default: '1' },
    folder: { type: 'string', default: FOLDER },
    address: { type: 'string' },
    readme: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else if (values.list) process.stdout.write(`${NAMES.join('\n')}\n`);
else await run();

async function run(): Promise<void> {
  const options = readOptions();
  const browser = await openBrowser();
  const results: CaptureResult[] = [];
  try {
    if (values.readme) results.push(...(await captureReadmePictures(browser, options)));
    else {
      if (wants(SIGN_IN_SCREEN_NAMES)) results.push(await captureSignIn(browser, options));
      if (wants([...DEMONSTRATION_SCREENS.map(({ name }) => name), UPDATE_SCREEN]))
        results.push(...(await captureDemonstration(browser, options)));
    }
  } finally {
    await browser.close();
  }
  report(results, values.readme ? README_FOLDER : options.folder);
}

async function captureReadmePictures(
  browser: Browser,
  { languages }: CaptureOptions,
): Promise<CaptureResult[]> {
  const ward = await openWard();
  try {
    const target = { browser, address: ward.address, sessions: new Map() };
    return await captureReadme(target, README_FOLDER, languages);
  } finally {
    await ward.stop();
  }
}

type OpenWard = { readonly address: string; readonly stop: () => Promise<void> };

async function openWard(): Promise<OpenWard> {
  return values.address === undefined
    ? startWard({ nights: 30, environment: { YAMORI_LOG: 'error' } })
    : { address: values.address, stop: () => Promise.resolve() };
}

function report(results: readonly CaptureResult[], folder: string): void {
  const written = results.reduce((sum, result) => sum + result.written, 0);
  const failures = results.flatMap((result) => result.failures);
  process.stdout.write(`\n${written} screenshots in ${folder}\n`);
  if (failures.length === 0) return;
  process.stderr.write(`${failures.length} screens failed:\n${failures.join('\n')}\n`);
  process.exitCode = 1;
}

function wants(names: readonly string[]): boolean {
  return names.some((name) => isWanted(name, positionals));
}

function readOptions(): CaptureOptions {
  const unknown = positionals.filter((word) => !NAMES.some((name) => name.includes(word)));
  if (unknown.length > 0)
    return fail(`no screen has ${unknown.join(' or ')} in its name; --list prints all names`);
  const scale = Number(values.scale);
  if (!(scale >= 1 && scale <= 3)) return fail(`--scale is ${values.scale}; give 1 to 3`);
  return {
    folder: values.folder,
    themes: choose('theme', values.theme, THEMES),
    languages: choose('language', values.language, ['ja', 'en']),
    sizes: choose('size', values.size, Object.keys(SIZES) as Size[]),
    scale,
    words: positionals,
  };
}

function choose<Choice extends string>(
  option: string,
  given: string,
  choices: readonly Choice[],
): Choice[] {
  return given.split(',').map((word) => {
    const choice = choices.find((known) => known === word);
    return choice ?? fail(`--${option} is ${word}; give ${choices.join(', ')}`);
  });
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

async function captureSignIn(browser: Browser, options: CaptureOptions): Promise<CaptureResult> {
  const server = await openSignInServer(browser);
  try {
    const { address, sessions } = server;
    return await captureScreens(
      { browser, address, screens: signInScreens(server), sessions },
      options,
    );
  } finally {
    await server.stop();
  }
}

async function captureDemonstration(
  browser: Browser,
  options: CaptureOptions,
): Promise<CaptureResult[]> {
  const ward = await openWard();
  const sessions: Sessions = new Map();
  try {
    const { address } = ward;
    const target = { browser, address, sessions };
    const screens = await captureScreens({ ...target, screens: DEMONSTRATION_SCREENS }, options);
    return isWanted(UPDATE_SCREEN, options.words)
      ? [screens, ...(await captureUpdate(target, options))]
      : [screens];
  } finally {
    await ward.stop();
  }
}

/**
 * Serves the build through a proxy that then switches to a build with another service worker. Each
 * capture needs its own proxy, because the switch happens once.
 */
async function captureUpdate(
  target: { readonly browser: Browser; readonly address: string; readonly sessions: Sessions },
  options: CaptureOptions,
): Promise<CaptureResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-screenshot-build-'));
  const results: CaptureResult[] = [];
  try {
    await cp(WEB_BUILD, folder, { recursive: true });
    await appendFile(join(folder, 'sw.js'), '\n// another build\n');
    for (const language of options.languages)
      for (const size of options.sizes) {
        const door = await startReverseProxy(target.address);
        const screens: Screen[] = [updateScreen(() => door.serve(folder))];
        results.push(
          await captureScreens(
            { ...target, address: door.address, screens },
            { ...options, languages: [language], sizes: [size] },
          ),
        );
        await door.shut();
      }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}
