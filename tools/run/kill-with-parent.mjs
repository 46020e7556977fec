// Loaded into npm and the builders before their own code: they are killed as soon as the process
// that started them has ended. npm would roll back on SIGTERM, while another start may install.
// Nothing takes what they leave for complete.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
