import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

const BROWSERS = {
  linux: [
    // The same engine without windows: the tests wait a third less for it.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
    // On Ubuntu only a script that points to the snap.
    '/usr/bin/chromium-browser',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
};
const NATS_SERVERS = [
  '/usr/sbin/nats-server',
  '/usr/bin/nats-server',
  '/usr/local/bin/nats-server',
];

/**
 * Path of a browser for the journeys. Without one, installs Chromium from Debian's packages if it
 * may; null if that fails.
 */
export function ensureBrowser() {
  const find = () =>
    [process.env.YAMORI_BROWSER, ...(BROWSERS[process.platform] ?? [])].find(
      (path) => path && existsSync(path),
    ) ?? null;
  const found = find();
  if (found !== null || process.platform !== 'linux') return found;
  return installPackage('chromium-headless-shell') || installPackage('chromium') ? find() : null;
}

/** NATS for the tests of several servers; they say so and skip where it is missing. */
export function ensureNatsServer() {
  const isThere = () =>
    NATS_SERVERS.some((path) => existsSync(path)) ||
    spawnSync('nats-server', ['--version']).status === 0;
  return isThere() || (installPackage('nats-server') && isThere());
}

function installPackage(name) {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (prefix.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  console.log(`Installing ${name} (apt-get) for the tests …`);
  const apt = (...args) => {
    const [command, ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      ...args,
    ];
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  const install = () =>
    apt(
      'install',
      '-y',
      '--no-install-recommends',
      name,
      ...(name.startsWith('chromium') ? ['fonts-noto-cjk'] : []),
    );
  // The lists of a fresh machine are empty or old.
  return install() || (apt('update') && install());
}
