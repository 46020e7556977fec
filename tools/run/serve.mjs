import { runMain } from './repository.mjs';
import { dataFolder, serveWith } from './serve-with.mjs';

await runMain(() =>
  serveWith({
    serverArgs: process.argv.slice(2),
    announce: ({ address }) =>
      console.log(`\nYamori is at ${address}\nData: ${dataFolder()}\nCtrl-C stops it.\n`),
    beside: () => [],
  }),
);
