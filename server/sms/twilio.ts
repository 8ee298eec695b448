import { z } from 'zod';
import { requestService } from '#server/http/outgoing.ts';
import { type OutgoingText, type SmsService, TextRefusedError } from './port.ts';
import { isFormSigned } from './signature.ts';

export type TwilioSettings = {
  url: string;
  account: string;
  token: string;
  previousToken?: string | undefined;
  /** A phone number such as `+14025550100`, or the id of a messaging service. */
  from: string;
};

type Options = TwilioSettings & { statusUrl: string | null; timeoutMs?: number };

const messageAnswer = z.object({ sid: z.string().min(1) });
const listAnswer = z.object({
  messages: z.array(z.object({ sid: z.string(), body: z.string().nullish(), date_created: z.string().nullish() })),
});
const errorAnswer = z.object({ code: z.number().optional(), message: z.string().optional() });

/** The recipient answered STOP to this sender. */
const stoppedCode = 21610;
/** Our clock and Twilio's clock differ by less than this. */
const maxClockDifferenceMs = 5 * 60_000;

const toInternational = (phone: string) => `+1${phone}`;

/** Uses Twilio's REST API. It has no idempotency keys, so after a lost answer the text is looked up before it is sent again. */
export function twilioService({ url, account, token, previousToken, from, statusUrl, timeoutMs = 10_000 }: Options): SmsService {
  const messagesUrl = `${url.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  const isMessagingService = from.startsWith('MG');
  const sender: Record<string, string> = isMessagingService ? { MessagingServiceSid: from } : { From: from };
  return {
    send: async ({ id, to, body }) => {
      const form = new URLSearchParams({ To: toInternational(to), ...sender, Body: body });
      if (statusUrl) form.set('StatusCallback', `${statusUrl}?id=${id}`);
      const answer = await requestService(messagesUrl, {
        service: url,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        timeoutMs,
      });
      if (answer.ok) return messageAnswer.parse(JSON.parse(answer.text)).sid;
      throw toRefusal(answer);
    },
    findSent: async ({ to, body, writtenAt }: OutgoingText) => {
      const query = new URLSearchParams({
        To: toInternational(to),
        ...(isMessagingService ? {} : { From: from }),
        PageSize: '100',
      });
      const answer = await requestService(`${messagesUrl}?${query}`, { service: url, headers: { authorization }, timeoutMs });
      if (!answer.ok) throw new Error(`The text service answered ${answer.status}`);
      const minCreatedAt = writtenAt.getTime() - maxClockDifferenceMs;
      return listAnswer
        .parse(JSON.parse(answer.text))
        .messages.filter((message) => message.body === body && !(Date.parse(message.date_created ?? '') < minCreatedAt))
        .map(({ sid }) => sid);
    },
    isSigned: (webhookUrl, form, signature) => isFormSigned(webhookUrl, form, signature, [token, previousToken]),
  };
}

/** A busy service and wrong credentials are worth another try. Other refusals concern this text. */
const temporaryStatuses = new Set([401, 403, 404, 408, 429]);

function toRefusal({ status, text }: { status: number; text: string }): Error {
  const { code, message } = errorAnswer.safeParse(parseJson(text)).data ?? {};
  const reason = message ? `${message} (${code ?? status})` : `The text service answered ${status}`;
  if (status < 400 || status >= 500 || temporaryStatuses.has(status)) return new Error(reason);
  return new TextRefusedError(reason, { isStopped: code === stoppedCode });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
