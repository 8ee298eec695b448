import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export type ReadMail = { to: string; subject: string; text: string; html: string };

/** Every email in the outbox of a data folder, the oldest first (names are ids that sort by time). */
export async function readOutbox(dataDir: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'outbox');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort();
  return Promise.all(
    files.map(async (name) => {
      const mail = await PostalMime.parse(readFileSync(join(folder, name)));
      return { to: mail.to?.[0]?.address ?? '', subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' };
    }),
  );
}

/** The first link with the given path in the newest email to a recipient. */
export async function linkTo(dataDir: string, to: string, path: string): Promise<URL> {
  const mails = (await readOutbox(dataDir)).filter((mail) => mail.to === to);
  for (const { text } of mails.toReversed()) {
    const found = text.match(/https?:\/\/\S+/g)?.find((address) => new URL(address).pathname === path);
    if (found) return new URL(found);
  }
  throw new Error(`No mail to ${to} links to ${path}`);
}

/** The emails to a recipient so far, the oldest first. */
export async function mailedTo(dataDir: string, to: string): Promise<ReadMail[]> {
  if (!existsSync(join(dataDir, 'outbox'))) return [];
  return (await readOutbox(dataDir)).filter((mail) => mail.to === to);
}
