import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '#server/env.ts';
import { receiptFileName } from '#server/receipts/receipt.ts';
import type { Language } from '#shared/texts/texts.ts';
import { renderHtml, toPlainText, type Email } from './layout.ts';

type OutgoingMail = { id: string; to: string; email: Email; language: Language };
export type Transport = { send: (mail: OutgoingMail) => Promise<void>; close: () => void };

/** SMTP if it is set up. Otherwise each email becomes a file in the data folder's `outbox`. */
export function openTransport(settings: Settings): Transport {
  const { smtpUrl, from, support, requiresTls } = settings.mail;
  const toMessage = async (mail: OutgoingMail) => ({
    from,
    to: mail.to,
    replyTo: mail.email.replyTo ?? support,
    subject: mail.email.subject,
    text: toPlainText(mail.email, mail.language),
    html: renderHtml(mail.email, mail.language),
    attachments: await createAttachments(mail, from),
    /** The id is the same for every attempt, so that email programs recognize a repeated email. */
    messageId: `<${mail.id}@haulboard>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
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
