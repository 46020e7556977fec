// Loaded into npm and the builders before their own code: they and the processes that they started
// are killed as soon as the process that started them has ended. npm would roll back on SIGTERM,
// while another start may install. Nothing takes what they leave for complete.
process.on('disconnect', () => {
  try {
    // A tool leads a group. Its own children inherit this module and lead none.
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
});
process.channel?.unref();
