import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { receiptFileName } from '#server/receipts/receipt.ts';
import type { Keys } from '#server/session/keys.ts';
import type { Settings } from '#server/settings/env.ts';
import { isForDrivers } from '#shared/accounts/mail-preferences.ts';
import type { Language } from '#shared/texts/texts.ts';
import { type Email, type Footer, renderHtml, toPlainText } from './layout.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** `userId` is the recipient's account, if there is one. */
type OutgoingMail = { id: string; to: string; userId: string | null; email: Email; language: Language };
export type Transport = { send: (mail: OutgoingMail) => Promise<void>; close: () => void };

/** SMTP if it is set up. Otherwise each email becomes a file in the data folder's `outbox`. */
export function openTransport(settings: Settings, keys: Pick<Keys, 'unsubscribe'>): Transport {
  const { smtpUrl, from, support, requiresTls, postalAddress } = settings.mail;
  const { publicUrl } = settings;
  const createFooter = ({ userId, email: { turnsOff } }: OutgoingMail): Footer => ({
    settings: turnsOff ? `${publicUrl}/${isForDrivers(turnsOff) ? 'members' : 'company'}/settings/notifications` : null,
    unsubscribe: turnsOff && userId ? unsubscribeUrl(keys, publicUrl, { userId, kind: turnsOff }) : null,
    postalAddress,
  });
  const toMessage = async (mail: OutgoingMail) => {
    const { email, language } = mail;
    const footer = createFooter(mail);
    return {
      from,
      to: mail.to,
      replyTo: email.replyTo ?? support,
      subject: email.subject,
      text: toPlainText(email, language, footer),
      html: renderHtml(email, language, footer),
      attachments: await createAttachments(mail, from),
      /** The id is the same for every attempt, so that email programs recognize a repeated email. */
      messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...(footer.unsubscribe && oneClickHeaders(footer.unsubscribe)) },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  };
  if (smtpUrl) {
    const smtp = createTransport({
      url: smtpUrl,
      requireTLS: requiresTls,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    });
    return { send: async (mail) => void (await smtp.sendMail(await toMessage(mail))), close: () => smtp.close() };
  }
  const fileTransport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const folder = join(settings.dataDir, 'outbox');
  return {
    send: async (mail) => {
      const { message: content } = await fileTransport.sendMail(await toMessage(mail));
      const file = join(folder, `${mail.id}.eml`);
      const writePartFile = () => writeFile(`${file}.part`, content as Buffer);
      await writePartFile().catch(async (error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
        await mkdir(folder, { recursive: true });
        await writePartFile();
      });
      await rename(`${file}.part`, file);
    },
    close: () => fileTransport.close(),
  };
}

/** With these, email programs show a button of their own that turns the emails off (RFC 8058). */
const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** The PDF and calendar libraries are loaded for the first attachment, because most processes never need them. */
async function createAttachments({ to, email: { receipt, calendar }, language }: OutgoingMail, from: string) {
  if (calendar) {
    const { writeCalendar } = await import('./calendar.ts');
    const method = calendar.isCanceled ? 'CANCEL' : 'REQUEST';
    const contentType = `text/calendar; charset=utf-8; method=${method}`;
    return [{ filename: 'interview.ics', content: writeCalendar(calendar, { organizer: from, attendee: to }), contentType }];
  }
  if (!receipt) return [];
  const { receiptPdf } = await import('#server/receipts/receipt-pdf.ts');
  return [{ filename: receiptFileName(receipt), content: await receiptPdf(receipt, language), contentType: 'application/pdf' }];
}
