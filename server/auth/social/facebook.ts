import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { invalid } from '#server/errors.ts';
import { askOutside } from '#server/outside.ts';
import type { FacebookProvider } from '#server/social-settings.ts';
import { dayMs } from '#shared/days.ts';
import { notConfirmed, unreachable, type Vouched } from './provider.ts';

const timeoutMs = 5000;
/** A token without an end of its own is remembered for as long as Facebook lets its data be read. */
const longestMs = 90 * dayMs;

const inspectionSchema = z.object({
  data: z.object({
    app_id: z.optional(z.string()),
    type: z.optional(z.string()),
    is_valid: z.optional(z.boolean()),
    expires_at: z.optional(z.number()),
    user_id: z.optional(z.string()),
  }),
});
const personSchema = z.object({
  id: z.string(),
  email: z.optional(z.string()),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
});

/**
 * A classic access token. The token of another app can read `/me` too, so Facebook is asked to which person and app this one
 * was given. Graph gives an address only where the permission was granted, and never says that it was verified.
 * @throws unauthenticated when it is not ours to take, provider_failed when Facebook cannot be asked
 */
export async function readFacebookAccessToken(provider: FacebookProvider, token: string): Promise<Vouched> {
  const { appSecret, clientIds, graphUrl } = provider;
  if (!appSecret) throw invalid('token', 'Facebook access tokens aren’t accepted. Send an ID token.');
  const appId = clientIds[0] ?? '';
  const inspected = await ask(`${graphUrl}/debug_token`, { input_token: token, access_token: `${appId}|${appSecret}` });
  if (!inspected.isOk) throw unreachable('facebook');
  const { data } = read(inspectionSchema, inspected.body);
  const endsAt = (data.expires_at ?? 0) * 1000;
  const isAlive = data.is_valid === true && (endsAt === 0 || endsAt > Date.now());
  if (!isAlive || data.app_id !== appId || data.type !== 'USER' || !data.user_id) throw notConfirmed('facebook');
  const asked = await ask(`${graphUrl}/me`, {
    fields: 'id,email,first_name,last_name',
    access_token: token,
    appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
  });
  if (!asked.isOk) throw notConfirmed('facebook');
  const me = read(personSchema, asked.body);
  if (me.id !== data.user_id) throw notConfirmed('facebook');
  const id = `social:facebook:${createHash('sha256').update(token).digest('base64url')}`;
  return {
    person: {
      source: 'facebook',
      subject: me.id,
      email: me.email ?? null,
      emailProof: 'unstated',
      firstName: me.first_name ?? null,
      lastName: me.last_name ?? null,
    },
    uses: [{ id, expiresAt: new Date(endsAt || Date.now() + longestMs) }],
  };
}

/** Addresses carry tokens, so none is ever logged or put into an error. */
async function ask(address: string, query: Record<string, string>): Promise<{ isOk: boolean; body: unknown }> {
  try {
    const url = `${address}?${new URLSearchParams(query).toString()}`;
    const { status, ok, text } = await askOutside(url, { service: address, timeoutMs });
    if (status >= 500) throw unreachable('facebook');
    return { isOk: ok, body: JSON.parse(text) as unknown };
  } catch {
    throw unreachable('facebook');
  }
}

function read<Shape extends z.ZodMiniType>(schema: Shape, body: unknown): z.infer<Shape> {
  const result = schema.safeParse(body);
  if (!result.success) throw unreachable('facebook');
  return result.data;
}
