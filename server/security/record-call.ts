import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import type { RequestEvent } from '#shared/admin/security-events.ts';
import type { AppError } from '#server/errors.ts';
import { type EventSource, recordSecurityEvent } from './record-event.ts';

/** Calls that sign a person in when their answer has an access token. */
const signIns = new Set(['auth.login', 'auth.secondFactor', 'auth.passkeyLogin', 'auth.socialLogin']);
/** Calls that take a code or token which a stranger could guess. */
const takesCode = new Set(['auth.verifyTokenPassword', 'auth.resetPassword', 'auth.verifyEmail']);
/** Calls that are an event when they succeed. */
const successes: Partial<Record<string, RequestEvent>> = {
  'auth.logout': 'sign_out.success',
  'factors.confirm': 'step_up.success',
};
/** Answers that ask for another step and refuse nothing. */
const nextSteps = new Set(['second_factor_required', 'step_up_required', 'second_factor_setup_required']);

/** The procedures named above, which a test looks up in the router. */
export const observedCalls: readonly string[] = [...signIns, ...takesCode, ...Object.keys(successes)];

type Call = { path: string; input: unknown };

const withEmail = z.object({ email: z.string() });
const withToken = z.object({ accessToken: z.string() });

function emailIn(input: unknown): { email?: string } {
  const found = withEmail.safeParse(input);
  return found.success ? { email: found.data.email } : {};
}

/** Records the answer of a call, if it is a security event. */
export function recordAnswer(source: EventSource, { path, input }: Call, answer: unknown): void {
  if (signIns.has(path)) {
    const tokens = withToken.safeParse(answer);
    if (!tokens.success) return;
    const { aud } = decodeJwt(tokens.data.accessToken);
    recordSecurityEvent(source, { event: 'sign_in.success', userId: typeof aud === 'string' ? aud : null, detail: { path } });
    return;
  }
  const event = successes[path];
  if (event) recordSecurityEvent(source, { event, ...emailIn(input) });
}

/** Records a refused call. A caller who is not signed in and asks for what needs a sign-in is no event. */
export function recordRefusal(source: EventSource, { path, input }: Call, { code, status, text: reason }: AppError): void {
  if (nextSteps.has(code)) return;
  const detail = { path, code };
  if (code === 'too_many') return recordSecurityEvent(source, { event: 'limit.reached', ...emailIn(input), detail });
  if (status >= 500) return;
  if (signIns.has(path)) return recordSecurityEvent(source, { event: 'sign_in.failure', ...emailIn(input), detail });
  if (takesCode.has(path)) return recordSecurityEvent(source, { event: 'code.wrong', ...emailIn(input), detail });
  if (path === 'factors.confirm') return recordSecurityEvent(source, { event: 'step_up.failure', detail });
  if (!source.actor) return;
  if (status === 413 || status === 415)
    return recordSecurityEvent(source, { event: 'file.refused', detail: { ...detail, reason: reason.key } });
  if (status === 403) recordSecurityEvent(source, { event: 'access.forbidden', detail });
  if (status === 404) recordSecurityEvent(source, { event: 'access.not_found', detail });
}
