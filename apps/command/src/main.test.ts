import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const script = fileURLToPath(new URL('../../../tools/run/yamori.mjs', import.meta.url));

/** Runs `npm run -s yamori -- …` from a folder. */
function yamori(folder: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    encoding: 'utf8',
    cwd: root,
    env: { ...process.env, INIT_CWD: folder },
  });
  return { status, stdout, stderr };
}

describe('npm run -s yamori', () => {
  it('prints exactly one JSON document, with paths relative to the current directory', () => {
    const { status, stdout, stderr } = yamori(
      `${root}packages/frames/vectors`,
      'inspect',
      'file.ymr',
      '--json',
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toHaveLength(2);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'native', problems: [] });
  });

  it('exits with 2 and a problem for a missing file', () => {
    const { status, stdout, stderr } = yamori(root, 'inspect', 'no-such.edf', '--json');
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [{ code: 'file-missing', place: 'no-such.edf' }],
    });
    expect(stderr).toContain('file-missing');
  });
});
