import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { findBrowser } from './browsers.mjs';

const NATS_SERVERS = [
  '/usr/sbin/nats-server',
  '/usr/bin/nats-server',
  '/usr/local/bin/nats-server',
];

/**
 * Path of a browser for the journeys. On Linux installs Chromium and a Japanese font from Debian's
 * packages where they are missing, if it may; null without a browser.
 */
export function ensureBrowser() {
  const isLinux = process.platform === 'linux';
  if (isLinux && !hasJapaneseFont()) installPackages('fontconfig', 'fonts-noto-cjk');
  if (isLinux && findBrowser() === undefined && !installPackages('chromium-headless-shell'))
    installPackages('chromium');
  return findBrowser() ?? null;
}

const hasJapaneseFont = () =>
  (spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout ?? '') !== '';

/** NATS for the tests of several servers, which are skipped without it. */
export function ensureNatsServer() {
  const isThere = () =>
    NATS_SERVERS.some((path) => existsSync(path)) ||
    spawnSync('nats-server', ['--version']).status === 0;
  return isThere() || (installPackages('nats-server') && isThere());
}

function installPackages(...names) {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (prefix.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  console.log(`Installing ${names.join(' and ')} (apt-get) for the tests …`);
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
  const install = () => apt('install', '-y', '--no-install-recommends', ...names);
  // The lists of a fresh machine are empty or old.
  return install() || (apt('update') && install());
}
