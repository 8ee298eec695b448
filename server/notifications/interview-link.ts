import { isLinkSigned, type Keys, signLink } from '#server/session/keys.ts';

type Link = { applicationId: string; email: string };

/** The address is signed too, so that the links in earlier emails stop working when the driver changes it. */
const toSignedText = ({ applicationId, email }: Link) => `${applicationId}.${email.toLowerCase()}`;

/**
 * The token of the link with which a driver answers the newest interview about an application without signing in
 * (`docs/product/interviews.md#answering-by-link`). Only emails to the driver's verified address contain it.
 */
export const createInterviewLink = (keys: Pick<Keys, 'interview'>, link: Link): string =>
  `${link.applicationId}.${signLink(keys.interview, toSignedText(link))}`;

export const isInterviewLink = (keys: Pick<Keys, 'interview' | 'previous'>, link: Link, signature: string): boolean =>
  isLinkSigned(keys, 'interview', { text: toSignedText(link), signature });
