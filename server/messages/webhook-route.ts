import { finished } from 'node:stream';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import { textMessages } from '#drizzle/schema/messages.ts';
import { AppError, invalid } from '#server/errors.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { toAddressKey } from '#server/limits/throttle.ts';
import { canBeSigned, isBodySigned } from '#server/security/sign-body.ts';
import { recordForgedWebhook, recordInfectedFile } from '#server/security/webhook-events.ts';
import type { Services } from '#server/services.ts';
import { changeConsentByPhone } from '#server/sms/consent.ts';
import { publishTextChange } from '#server/sms/deliver-texts.ts';
import { textStatusPath } from '#server/sms/open-sms.ts';
import { maxAttachmentBytes } from '#shared/messages/attachment.ts';
import { extractAddress } from '#shared/messages/email-reply.ts';
import type { TextState } from '#shared/messages/text-message.ts';
import { phoneDigits } from '#shared/phone.ts';
import { text } from '#shared/texts/texts.ts';
import { mb } from '#shared/uploads.ts';
import { inboundEmailSchema, receiveEmail } from './receive-email.ts';
import { receiveText } from './receive-text.ts';

const maxBytes = 64 * 1024;
/** The files in base64, and the rest of the email. */
const maxEmailBytes = Math.ceil(maxAttachmentBytes / 3) * 4 + mb;
const signatureError = () => new AppError('unauthenticated', text('errors.signatureMismatch'));

/**
 * Receives drivers' replies by email from the email provider. The signature covers the time and the raw body. A request that cannot
 * be signed is refused before its body is read.
 */
export async function emailWebhook(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const largeBodies = createLargeBodies();
  app.addHook('onRequest', async (request, reply) => {
    if (!canBeSigned(readSignature(request))) throw refuseForged(services, request);
    if (Number(request.headers['content-length'] ?? Infinity) > mb) largeBodies.add(request, reply);
  });
  app.post('/api/webhooks/inbound-email', { bodyLimit: maxEmailBytes }, (request) =>
    largeBodies.handle(request, async () => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const secrets = services.settings.inboundEmail?.secrets ?? [];
      if (!isBodySigned(body, readSignature(request), secrets)) throw refuseForged(services, request);
      const email = readEmail(body.toString('utf8'));
      const receipt = await receiveEmail(services, email);
      const { outcome, attachments } = receipt;
      if (attachments.some((attachment) => attachment.outcome === 'virus'))
        recordInfectedFile(services, request, extractAddress(email.from));
      if (outcome !== 'stored' && outcome !== 'duplicate') request.log.info({ outcome }, 'An email was not stored as a reply');
      return { data: receipt };
    }),
  );
}

function readSignature({ headers }: FastifyRequest): { time: string; signature: string } {
  const { 'haulboard-timestamp': time, 'haulboard-signature': signature } = headers;
  return { time: String(time), signature: String(signature) };
}

function refuseForged(services: Services, request: FastifyRequest): AppError {
  recordForgedWebhook(services, request);
  return signatureError();
}

/**
 * Anyone can send a body until its signature is checked, so only a few large ones are in memory at the same time, and only some of
 * them from one address.
 */
const maxLargeBodies = 8;
const maxLargeBodiesOfAddress = 4;
const retryAfterSeconds = 5;

/** Counts the large bodies in memory. A body is there until its handler ends, even if the client disconnects before. */
function createLargeBodies() {
  const bodies = new Map<FastifyRequest, { address: string; isHandled: boolean }>();
  return {
    /** @throws unavailable while there are too many */
    add(request: FastifyRequest, reply: FastifyReply): void {
      const address = toAddressKey(request.ip);
      const ofAddress = bodies.values().filter((other) => other.address === address);
      if (bodies.size >= maxLargeBodies || ofAddress.toArray().length >= maxLargeBodiesOfAddress)
        throw new AppError('unavailable', text('errors.unavailable'), { retryAfter: retryAfterSeconds });
      const body = { address, isHandled: false };
      bodies.set(request, body);
      // Fastify's `onResponse` does not run if the client disconnects while it sends the body.
      finished(reply.raw, () => {
        if (!body.isHandled) bodies.delete(request);
      });
    },
    async handle<Answer>(request: FastifyRequest, handler: () => Promise<Answer>): Promise<Answer> {
      const body = bodies.get(request);
      if (body) body.isHandled = true;
      try {
        return await handler();
      } finally {
        bodies.delete(request);
      }
    },
  };
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
