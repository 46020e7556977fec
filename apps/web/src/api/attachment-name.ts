/** The name that the server gives a file (RFC 8187), or `otherwise` where it gives none. */
export function attachmentName({ headers }: Pick<Response, 'headers'>, otherwise: string): string {
  const [, encoded = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? [];
  return encoded === '' ? otherwise : decodeURIComponent(encoded);
}
