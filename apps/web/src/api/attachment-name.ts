/** The server's file name (RFC 8187), else `otherwise`. */
export function attachmentName({ headers }: Pick<Response, 'headers'>, otherwise: string): string {
  const [, encoded = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? [];
  return encoded === '' ? otherwise : decodeURIComponent(encoded);
}
