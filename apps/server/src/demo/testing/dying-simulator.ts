/** In place of the simulator of nights: ends with what it is asked first. */
process.on('message', () => {
  process.stderr.write('no more nights\n', () => process.exit(7));
});
