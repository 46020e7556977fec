const URL_LIFETIME_MS = 60_000;

/** Downloads a file. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Delayed: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME_MS);
}
