import { isLinkSigned, type Keys, signLink } from '#server/session/keys.ts';

type Link = { /** The interview's id. */ id: string; email: string };

/** The address is signed too, so that the links in earlier emails stop working when the driver changes it. */
const toSignedText = ({ id, email }: Link) => `${id}.${email.toLowerCase()}`;

/**
 * The token of the link with which a driver answers an interview without signing in (`docs/product/interviews.md#answering-by-link`).
 * Only emails to the driver's verified address contain it.
 */
export const createInterviewLink = (keys: Pick<Keys, 'interview'>, link: Link): string =>
  `${link.id}.${signLink(keys.interview, toSignedText(link))}`;

export const isInterviewLink = (keys: Pick<Keys, 'interview' | 'previous'>, link: Link, signature: string): boolean =>
  isLinkSigned(keys, 'interview', { text: toSignedText(link), signature });
