import { signBody } from '#server/security/sign-body.ts';
import type { TestApp } from './app.ts';

/** The setting of a test app that accepts replies by email. */
export const inboundEmail = {
  domain: 'reply.test.example',
  secrets: ['current-secret-of-32-characters-x', 'previous-secret-of-32-characters'] as [string, string],
};

type SignOptions = { time?: number; secrets?: string[]; signature?: string };

/** The headers of a call of the webhook. `time` is in milliseconds. */
export function signEmail(
  payload: string,
  { time = Date.now(), secrets = [inboundEmail.secrets[0]], signature }: SignOptions = {},
) {
  const seconds = String(Math.floor(time / 1000));
  return {
    'content-type': 'application/json',
    'haulboard-timestamp': seconds,
    'haulboard-signature': signature ?? signBody(payload, seconds, secrets),
  };
}

/** Calls the webhook for replies by email as the email provider does, from a network address. */
export function postEmail(
  { app }: TestApp,
  email: object | string,
  { remoteAddress = '127.0.0.1', ...options }: SignOptions & { remoteAddress?: string } = {},
) {
  const payload = typeof email === 'string' ? email : JSON.stringify(email);
  const headers = signEmail(payload, options);
  return app.inject({ method: 'POST', url: '/api/webhooks/inbound-email', headers, payload, remoteAddress });
}
