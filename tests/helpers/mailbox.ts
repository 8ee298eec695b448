import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Footer } from '#server/mail/layout.ts';

/** The end of an email without links. */
export const emptyFooter: Footer = { settings: null, unsubscribe: null, postalAddress: null };

export type ParsedEmail = { to: string; subject: string; text: string; html: string };

/** Reads all emails in the outbox of a data folder, the oldest first. The file names are ids that sort by time. */
export async function readOutbox(dataDir: string): Promise<ParsedEmail[]> {
  const folder = join(dataDir, 'outbox');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort();
  return Promise.all(
    files.map(async (name) => {
      const email = await PostalMime.parse(readFileSync(join(folder, name)));
      return { to: email.to?.[0]?.address ?? '', subject: email.subject ?? '', text: email.text ?? '', html: email.html ?? '' };
    }),
  );
}

/** Finds the first link with the given path in the newest email to a recipient. */
export async function findEmailedLink(dataDir: string, to: string, path: string): Promise<URL> {
  const emails = (await readOutbox(dataDir)).filter((mail) => mail.to === to);
  for (const { text } of emails.toReversed()) {
    const link = text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path);
    if (link) return new URL(link);
  }
  throw new Error(`No mail to ${to} links to ${path}`);
}

/** Returns the emails to a recipient so far, the oldest first. */
export async function readEmailsTo(dataDir: string, to: string): Promise<ParsedEmail[]> {
  if (!existsSync(join(dataDir, 'outbox'))) return [];
  return (await readOutbox(dataDir)).filter((mail) => mail.to === to);
}
