const UPDATE_EVERY_MS = 1000;

/**
 * Reports long steps to a person: on a terminal one line whose seconds count up, elsewhere a plain
 * line at the start and one at the end of each step.
 */
export function createProgress(output, now = () => performance.now()) {
  const isLive = output.isTTY === true;
  const secondsSince = (startedAtMs) => `${Math.round((now() - startedAtMs) / 1000)} s`;
  return {
    async step(label, work) {
      const startedAtMs = now();
      const show = () => output.write(`\r\u001b[K  ${label} … ${secondsSince(startedAtMs)}`);
      if (isLive) show();
      else output.write(`  ${label} …\n`);
      const timer = isLive ? setInterval(show, UPDATE_EVERY_MS) : undefined;
      const end = (line) => {
        clearInterval(timer);
        output.write(isLive ? `\r\u001b[K${line}` : line);
      };
      try {
        const result = await work();
        end(`  ✓ ${label}, ${secondsSince(startedAtMs)}\n`);
        return result;
      } catch (error) {
        end(`  ✗ ${label}, ${secondsSince(startedAtMs)}\n`);
        throw error;
      }
    },
  };
}
