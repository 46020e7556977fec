/**
 * A name as a part of a file's name: at most 60 characters, none that a file system refuses or that
 * nobody sees, no dot or line at its ends.
 */
export function fileNamePart(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s<>:"/\\|?*]+/gu, '_');
  return (/^.{0,60}/u.exec(plain)?.[0] ?? '').replaceAll(/^[._]+|[._]+$/g, '');
}

/**
 * `Content-Disposition` for a file that somebody else named: saved, never shown, under a name that
 * every browser reads the same way (RFC 6266, RFC 8187). Whatever could end the header or the
 * quoted text is not in it.
 */
export function attachmentHeader(fileName: string): string {
  const name = fileName.toWellFormed().normalize('NFC');
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, '_').replaceAll(/_+/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
