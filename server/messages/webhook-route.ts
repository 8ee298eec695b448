import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import { textMessages } from '#drizzle/schema/messages.ts';
import { AppError, invalid } from '#server/errors.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { recordForgedWebhook } from '#server/security/forged-webhook.ts';
import { isBodySigned } from '#server/security/sign-body.ts';
import type { Services } from '#server/services.ts';
import { changeConsentByPhone } from '#server/sms/consent.ts';
import { publishTextChange } from '#server/sms/deliver-texts.ts';
import { textStatusPath } from '#server/sms/open-sms.ts';
import type { TextState } from '#shared/messages/text-message.ts';
import { phoneDigits } from '#shared/phone.ts';
import { text } from '#shared/texts/texts.ts';
import { inboundEmailSchema, receiveEmail } from './receive-email.ts';
import { receiveText } from './receive-text.ts';

const maxBytes = 64 * 1024;
const maxEmailBytes = 1024 * 1024;
const signatureError = () => new AppError('unauthenticated', text('errors.signatureMismatch'));

/** Receives drivers' replies by email from the email provider. The signature covers the time and the raw body. */
export async function emailWebhook(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/api/webhooks/inbound-email', { bodyLimit: maxEmailBytes }, async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const { 'haulboard-timestamp': time, 'haulboard-signature': signature } = request.headers;
    const secrets = services.settings.inboundEmail?.secrets ?? [];
    if (typeof time !== 'string' || typeof signature !== 'string' || !isBodySigned(body, { time, signature }, secrets)) {
      recordForgedWebhook(services, request);
      throw signatureError();
    }
    const outcome = await receiveEmail(services, readEmail(body));
    if (outcome !== 'stored' && outcome !== 'duplicate') request.log.info({ outcome }, 'An email was not stored as a reply');
    return { data: { outcome } };
  });
}

/** @throws invalid, naming the field */
function readEmail(body: string) {
  const email = inboundEmailSchema.safeParse(parseJson(body));
  if (email.success) return email.data;
  throw invalid(email.error.issues[0]?.path.join('.') ?? '', text('errors.inboundEmailIncomplete'));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Receives drivers' texts and the states of sent texts from the SMS service. The signatures cover the raw form. */
export async function textWebhooks(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/api/webhooks/inbound-text', { bodyLimit: maxBytes }, async (request, reply) => {
    const form = readSignedForm(services, request);
    const [id, from] = [form.get('MessageSid') ?? '', form.get('From') ?? ''];
    const isComplete = /^\w{10,64}$/.test(id) && /^\+1\d{10}$/.test(from);
    const inboundText = { id, phone: phoneDigits(from), body: (form.get('Body') ?? '').slice(0, maxTextCharacters) };
    const answer = isComplete ? await receiveText(services, inboundText) : null;
    // If Twilio manages opt-outs, it has already answered the text.
    const message = answer && !form.has('OptOutType') ? `<Message>${escapeHtml(answer)}</Message>` : '';
    return reply.type('text/xml').send(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`);
  });
  app.post(textStatusPath, { bodyLimit: maxBytes }, async (request, reply) => {
    const form = readSignedForm(services, request);
    await storeState(services, {
      id: new URL(request.url, services.settings.publicUrl).searchParams.get('id') ?? '',
      providerId: form.get('MessageSid') ?? '',
      status: form.get('MessageStatus') ?? '',
      code: form.get('ErrorCode'),
    });
    return reply.code(204).send();
  });
}

const maxTextCharacters = 1600;

/** @throws unauthenticated */
function readSignedForm(services: Services, request: FastifyRequest): URLSearchParams {
  const { sms, settings } = services;
  const signature = request.headers['x-twilio-signature'];
  const raw = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  const form = new URLSearchParams(raw);
  const isSigned = typeof signature === 'string' && sms.isSigned(`${settings.publicUrl}${request.url}`, form, signature);
  if (!isSigned) {
    recordForgedWebhook(services, request);
    throw signatureError();
  }
  return form;
}

const stateByStatus: Readonly<Record<string, TextState>> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};
const stoppedCode = '21610';

type Report = { id: string; providerId: string; status: string; code: string | null };

/** Reports can arrive out of order, and even before this server has recorded the text as sent. So final states never change. */
async function storeState({ db, events }: Services, { id, providerId, status, code }: Report): Promise<void> {
  const state = stateByStatus[status];
  if (!state || !validate(id) || !providerId) return;
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(textMessages)
      .set({ state, providerId, ...(state === 'failed' ? { lastError: code ?? status } : { sentAt: new Date() }) })
      .where(and(eq(textMessages.id, id), inArray(textMessages.state, ['waiting', 'sent'])))
      .returning({ messageId: textMessages.messageId, phone: textMessages.phone });
    if (!row) return;
    if (code === stoppedCode) await changeConsentByPhone(tx, row.phone, 'provider');
    if (row.messageId) await publishTextChange(tx, events, row.messageId);
  });
}
