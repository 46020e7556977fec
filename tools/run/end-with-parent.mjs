import { stopTimeoutMs } from './stop-timeout.mjs';

// Loaded before a child's own code: a child must not outlive the process that started it, not even
// its kill -9. The channel between the two closes with the parent; listening to that does not keep
// the child alive.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), stopTimeoutMs()).unref();
});
process.channel?.unref();
// Processes that the child forks inherit its options, but need their channel to stay alive.
const option = process.execArgv.indexOf(import.meta.url);
if (option !== -1) process.execArgv.splice(option - 1, 2);
