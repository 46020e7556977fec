import { z } from 'zod';

/**
 * A small picture inside a document as a `data:` URL: nothing to fetch, and no executable content.
 * @param mostCharacters maximum length of the URL; base64 encodes three bytes as four characters
 */
export const pictureText = (mostCharacters: number): z.ZodString =>
  z
    .string()
    .max(mostCharacters)
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/);
