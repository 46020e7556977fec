/**
 * Makes a name safe as part of a file name: at most 60 characters, no invisible ones or ones that
 * file systems reject, no dot or underscore at either end.
 */
export function fileNamePart(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s<>:"/\\|?*]+/gu, '_');
  return (/^.{0,60}/u.exec(plain)?.[0] ?? '').replaceAll(/^[._]+|[._]+$/g, '');
}

/**
 * `Content-Disposition` that saves the file instead of displaying it, under a name that all
 * browsers read alike (RFC 6266, RFC 8187). No character can end the header or the quoted string.
 */
export function toContentDisposition(fileName: string): string {
  const name = fileName.toWellFormed().normalize('NFC');
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, '_').replaceAll(/_+/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
