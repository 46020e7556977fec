/** The mail of a scheduled report: a link, and neither figures nor names. */
export const mailWords = {
  subject: (organisation: string): string => `[Yamori] The report of ${organisation} is ready`,
  text: (organisation: string, link: string): string =>
    `The regular report of ${organisation} can be read. It opens once you are signed in.\n\n${link}\n\nThis mail goes to those whom a manager of the organisation has chosen. To stop it, ask a manager.\n`,
} as const;
