import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const MODULE = new URL('./test-tools.mjs', import.meta.url).href;

/** The arguments of apt-get when a browser is installed and `fc-list` prints `fonts`. */
function installed(fonts: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'yamori-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const asked = join(folder, 'asked.txt');
  const program = (name: string, lines: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  program('fc-list', `printf '${fonts}'`);
  program('apt-get', `case "$*" in *install*) echo "$*" >> ${asked};; esac`);
  program('sudo', 'shift; exec "$@"');
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { ensureBrowser } from '${MODULE}'; console.log(ensureBrowser());`,
    ],
    {
      env: { PATH: `${folder}:${process.env['PATH']}`, YAMORI_BROWSER: process.execPath },
      stdio: 'pipe',
    },
  );
  return existsSync(asked) ? readFileSync(asked, 'utf8').trim() : '';
}

it('a Japanese font is installed even if a browser is already present', () => {
  expect(installed('')).toBe('-qq install -y --no-install-recommends fontconfig fonts-noto-cjk');
});

it('nothing is installed if a browser and a Japanese font are present', () => {
  expect(installed('NotoSansCJK-Regular.ttc: Noto Sans CJK JP\\n')).toBe('');
});
