import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MODULE = new URL('./process-claim.mjs', import.meta.url).href;
/** Claims when its input has a line, prints the holder, releases at the next line. */
const CONTENDER = `
  import { createInterface } from 'node:readline';
  import { claim, releaseClaim } from '${MODULE}';
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  console.log('ready');
  await lines.next();
  console.log(String(claim(process.argv[1])));
  await lines.next();
  releaseClaim(process.argv[1]);
  console.log('released');
  await lines.next();
`;

type Contender = { readonly child: ChildProcess; readonly next: () => Promise<string> };

describe('the claim of a folder', () => {
  const held: { folder: string; children: ChildProcess[] } = { folder: '', children: [] };
  beforeEach(async () => {
    held.folder = await mkdtemp(join(tmpdir(), 'yamori-claim-'));
  });
  afterEach(async () => {
    for (const child of held.children.splice(0)) child.kill('SIGKILL');
    await rm(held.folder, { recursive: true, force: true });
  });

  const contender = async (): Promise<Contender> => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', CONTENDER, held.folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    held.children.push(child);
    const next = async (): Promise<string> => {
      const [chunk] = await once(child.stdout, 'data');
      return String(chunk).trim();
    };
    expect(await next()).toBe('ready');
    return {
      child,
      next: () => {
        const answer = next();
        child.stdin.write('\n');
        return answer;
      },
    };
  };

  it('admits at most one holder when several processes claim it concurrently', async () => {
    const killed = await contender();
    expect(await killed.next()).toBe('null');
    killed.child.kill('SIGKILL');
    await once(killed.child, 'close');
    const contenders = await Promise.all(Array.from({ length: 4 }, contender));
    const answers = await Promise.all(contenders.map(({ next }) => next()));
    expect(answers.filter((answer) => answer === 'null').length).toBeLessThanOrEqual(1);
  });

  it("fails with the holder's process number until the holder releases it", async () => {
    const first = await contender();
    const second = await contender();
    const third = await contender();
    expect(await first.next()).toBe('null');
    expect(await second.next()).toBe(String(first.child.pid));
    // The second process never held the claim, so its release changes nothing.
    expect(await second.next()).toBe('released');
    expect(await third.next()).toBe(String(first.child.pid));
    expect(await first.next()).toBe('released');
    expect(await readdir(held.folder)).toEqual([]);
    expect(await (await contender()).next()).toBe('null');
  });

  it('passes on when its holder was killed', async () => {
    const first = await contender();
    expect(await first.next()).toBe('null');
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    const second = await contender();
    expect(await second.next()).toBe('null');
    expect(await readdir(held.folder)).toEqual([
      expect.stringMatching(new RegExp(`^${second.child.pid}\\.`)),
    ]);
  });
});
