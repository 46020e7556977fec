import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { startFrontDoor } from './front-door.ts';
import { takePictures, type Look, type Sessions } from './pictures/camera.ts';
import { entranceShots } from './pictures/entrance-shots.ts';
import { openEntranceWard } from './pictures/entrance-ward.ts';
import { KIT_SHOTS, openKit } from './pictures/kit-shots.ts';
import { updateShot, WARD_SHOTS } from './pictures/ward-shots.ts';

/**
 * Pictures of every screen at three sizes into docs/screens, by the build that is there:
 *   node e2e/pictures.ts ward --address http://127.0.0.1:8080   a demonstration that runs, with its devices
 *   node e2e/pictures.ts entrance                               the ways in and the account, on a server of their own
 *   node e2e/pictures.ts kit                                    the pieces of the interface
 * and for each `[--only PATTERN] [--size wide] [--theme dark,light] [--language ja] [--folder DIR]`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    address: { type: 'string', default: 'http://127.0.0.1:8080' },
    only: { type: 'string' },
    size: { type: 'string' },
    theme: { type: 'string', default: 'dark' },
    language: { type: 'string', default: 'ja' },
    folder: { type: 'string', default: fileURLToPath(new URL('../docs/screens', import.meta.url)) },
  },
});

/** Dark and Japanese is what the product is; other looks have a folder of their own. */
const folderOf = (theme: string): string =>
  join(
    values.folder,
    ...(values.language === 'ja' ? [] : [values.language]),
    ...(theme === 'dark' ? [] : [theme]),
  );
const looks: readonly Look[] = values.theme
  .split(',')
  .map((theme) => ({
    theme,
    language: values.language,
    folder: folderOf(theme),
    only: values.only,
    size: values.size,
  }));

const SETS: Readonly<Record<string, (browser: Browser) => Promise<void>>> = {
  async ward(browser) {
    const sessions: Sessions = new Map();
    for (const look of looks) {
      await takePictures(browser, values.address, WARD_SHOTS, look, sessions);
      if (look.only === undefined || new RegExp(look.only).test('update'))
        await pictureOfUpdate(browser, look);
    }
  },
  async entrance(browser) {
    const ward = await openEntranceWard(browser);
    try {
      await Promise.all(
        looks.map((look) =>
          takePictures(browser, ward.address, entranceShots(ward), look, ward.sessions),
        ),
      );
    } finally {
      await ward.stop();
    }
  },
  async kit(browser) {
    const kit = await openKit();
    try {
      for (const look of looks) await takePictures(browser, kit.address, KIT_SHOTS, look);
    } finally {
      await kit.stop();
    }
  },
};

/** A door before the server gives the build that is there, and then the same with another worker. */
async function pictureOfUpdate(browser: Browser, look: Look): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-picture-build-'));
  await cp(fileURLToPath(new URL('../apps/web/dist', import.meta.url)), folder, {
    recursive: true,
  });
  await appendFile(join(folder, 'sw.js'), '\n// another build\n');
  try {
    for (const size of look.size === undefined ? ['wide', 'laptop', 'phone'] : [look.size]) {
      const door = await startFrontDoor(values.address);
      await takePictures(browser, door.address, [updateShot(() => door.serve(folder))], {
        ...look,
        size,
      });
      await door.shut();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const browser = await openBrowser();
try {
  for (const name of positionals.length === 0 ? Object.keys(SETS) : positionals) {
    const take = SETS[name];
    if (take === undefined) throw new Error(`no pictures are called ${name}`);
    await take(browser);
  }
} finally {
  await browser.close();
}
