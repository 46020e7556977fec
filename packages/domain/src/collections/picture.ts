import { z } from 'zod';

/**
 * A small picture that stands in a document itself, as a `data:` address: nothing is fetched from
 * elsewhere, and nothing of it runs.
 * @param mostCharacters of the whole text; base64 makes four of three bytes
 */
export const pictureText = (mostCharacters: number): z.ZodString =>
  z
    .string()
    .max(mostCharacters)
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/);
