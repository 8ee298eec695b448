import { randomBytes, createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import { AppError, invalid } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { createKeySelector, type Keys } from '#server/session/keys.ts';
import type { Settings } from '#server/settings/env.ts';
import type { OidcProvider, SocialSettings } from '#server/settings/social-settings.ts';
import { socialNames, socialSources, type SocialSource } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';

/** What the provider says about the email address: verified, unverified, or nothing. */
export type EmailProof = 'verified' | 'unverified' | 'unstated';

/** A person whom a provider has identified. Only `subject` is reliable, because email addresses change owners. */
export type SocialPerson = {
  source: SocialSource;
  subject: string;
  email: string | null;
  emailProof: EmailProof;
  firstName: string | null;
  lastName: string | null;
};

/** The person of a verified token, and the ids to remember so that the token works only once. */
export type VerifiedIdentity = { person: SocialPerson; usedTokenIds: { id: string; expiresAt: Date }[] };

export function getProvider<Source extends SocialSource>(
  { social }: Settings,
  source: Source,
): NonNullable<SocialSettings[Source]> & OidcProvider {
  const provider = social[source];
  if (!provider) throw invalid('source', text('errors.providerNotSetUp', { provider: socialNames[source] }));
  return provider;
}

export function offeredSources({ social }: Pick<Settings, 'social'>): SocialSource[] {
  return socialSources.filter((source) => social[source] !== null);
}

export const identityNotConfirmed = (source: SocialSource): AppError =>
  new AppError('unauthenticated', text('errors.providerIdentityNotConfirmed', { provider: socialNames[source] }));

export const unreachable = (source: SocialSource): AppError =>
  new AppError('provider_failed', text('errors.providerUnreachable', { provider: socialNames[source] }));

/**
 * The server issues the nonce of each web sign-in. The browser keeps the ticket, and the provider sees and signs only the
 * nonce derived from it. A stolen token is therefore useless without the ticket. An attacker also cannot sign a victim in to
 * the attacker's account.
 */
const lifeSeconds = 10 * 60;
const audience = 'social-login';
const type = 'social-login+jwt';
const noncePrefix = 'haulboard-';

const deriveNonce = (id: string) => noncePrefix + createHash('sha256').update(id).digest('base64url');

export async function makeTicket(keys: Keys, source: SocialSource): Promise<{ ticket: string; nonce: string }> {
  const id = randomBytes(32).toString('base64url');
  const ticket = await new SignJWT({ src: source })
    .setProtectedHeader({ alg: 'HS256', typ: type, kid: keys.id })
    .setAudience(audience)
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(`${lifeSeconds}s`)
    .sign(keys.socialTicket);
  return { ticket, nonce: deriveNonce(id) };
}

/** Reads the nonce that the provider's token must contain. Null if the ticket is invalid, expired or for another provider. */
export async function readTicketNonce(keys: Keys, ticket: string, source: SocialSource): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(ticket, createKeySelector(keys, 'socialTicket'), {
      audience,
      typ: type,
      algorithms: ['HS256'],
      requiredClaims: ['jti', 'exp'],
    });
    return payload.jti && payload['src'] === source ? deriveNonce(payload.jti) : null;
  } catch {
    return null;
  }
}

/** Whether the nonce was issued for the web. Its token is accepted only together with the ticket. */
export function isWebNonce(nonce: unknown): boolean {
  return typeof nonce === 'string' && nonce.startsWith(noncePrefix);
}

const maxBodyBytes = 32 * 1024;

/**
 * Apple posts its answer from its own site, so the browser sends no cookies and this route cannot check anything. It passes
 * the answer to the web app in the URL fragment, as the other providers do themselves.
 */
export async function socialReturn(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.post(returnPaths.form_post, async (request, reply) => {
    const postedForm = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const { firstName, lastName } = parseAppleName(postedForm.get('user'));
    const redirectParameters = new URLSearchParams();
    for (const name of ['id_token', 'state', 'error'])
      if (postedForm.has(name)) redirectParameters.set(name, postedForm.get(name) ?? '');
    if (firstName) redirectParameters.set('first_name', firstName);
    if (lastName) redirectParameters.set('last_name', lastName);
    return reply.header('cache-control', 'no-store').redirect(`${returnPaths.fragment}#${redirectParameters.toString()}`, 303);
  });
}

/** Apple sends the name next to the token, and only the first time. */
function parseAppleName(user: string | null): { firstName?: string; lastName?: string } {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } };
    const text = (part: unknown) => (typeof part === 'string' ? part.slice(0, 100) : undefined);
    return { firstName: text(name?.firstName), lastName: text(name?.lastName) };
  } catch {
    return {};
  }
}

type AuthorizationOptions = {
  scope: string;
  /** How the provider returns its answer: in the fragment, which servers do not see, or as a posted form. */
  responseMode: 'fragment' | 'form_post';
  extraParameters?: Record<string, string>;
};

/** Apple posts its answer whenever a name or an address is requested. */
const authorizationOptions: Record<SocialSource, AuthorizationOptions> = {
  google: { scope: 'openid email profile', responseMode: 'fragment', extraParameters: { prompt: 'select_account' } },
  apple: { scope: 'openid name email', responseMode: 'form_post' },
  facebook: { scope: 'openid email public_profile', responseMode: 'fragment' },
};

/** The screen that receives the provider's answer, and the route that forwards a posted form to this screen. */
export const returnPaths = { fragment: '/login/social', form_post: '/login/social/form' } as const;

/** Creates a nonce and the provider's sign-in URL (`docs/decisions/0012-social-login.md`). */
export async function startSocialLogin({ settings, keys }: Services, source: SocialSource) {
  const provider = getProvider(settings, source);
  const { scope, responseMode, extraParameters: more = {} } = authorizationOptions[source];
  const { ticket, nonce } = await makeTicket(keys, source);
  const state = randomBytes(16).toString('base64url');
  const address = new URL(provider.authorizeUrl);
  const parameters = {
    client_id: provider.clientIds[0] ?? '',
    redirect_uri: settings.publicUrl + returnPaths[responseMode],
    response_type: 'id_token',
    response_mode: responseMode,
    scope,
    state,
    nonce,
    ...more,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return { address: address.href, ticket, state };
}
