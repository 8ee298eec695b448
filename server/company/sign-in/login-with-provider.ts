import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as openid from 'openid-client';
import { companySignIns } from '#drizzle/schema/companies.ts';
import { hasSecondFactor, secondFactorRequired } from '#server/auth/factors/check-factor.ts';
import { unsealSecret } from '#server/auth/factors/totp.ts';
import { getEmailDomain } from '#server/auth/sign-in/check-provider.ts';
import { AppError, notFound } from '#server/errors.ts';
import { isPrivateProvider, providerFetch } from '#server/http/outgoing.ts';
import { toAddressKey, countHit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import { type Client, type SessionTokens, startSession } from '#server/session/sessions.ts';
import { readTicket, signTicket, redeemTicket } from '#server/session/tickets.ts';
import type { FinishCompanySignIn } from '#shared/companies/company-sign-in.ts';
import { text } from '#shared/texts/texts.ts';
import { resolveEmployee } from './resolve-employee.ts';
import { findProvider, returnPath } from './update-provider.ts';

type Provider = typeof companySignIns.$inferSelect;

const minutes = 10;
const perAddress = { maxHits: 120, windowSeconds: 60 * 60 };

/**
 * Derives the values of one sign-in from its ticket, which only the browser that started it has. The provider's URLs contain
 * only hashes, so that no one who sees them can finish the sign-in.
 */
const deriveValue = (id: string, purpose: 'state' | 'nonce' | 'pkce') =>
  createHash('sha256').update(`company-sign-in ${purpose} ${id}`).digest('base64url');

/**
 * Starts a sign-in with the identity provider of the email address's domain, with an authorization code, PKCE, state and
 * nonce (`docs/product/access.md#company-sign-in`). The answer depends on the domain only, so it does not reveal whether the
 * address has an account.
 * @throws not_found for a domain without a provider
 */
export async function startCompanySignIn(services: Services, email: string, ip: string) {
  const { db, keys, settings } = services;
  await countHit(db, { bucket: 'company_sign_in', key: toAddressKey(ip) }, perAddress);
  const provider = await findProvider(db, getEmailDomain(email));
  if (!provider) throw notFound(text('errors.noCompanySignIn'));
  const config = await discover(services, provider);
  const { companyId, issuer, clientId } = provider;
  const { id, token } = await signTicket(keys, {
    purpose: 'company-sign-in',
    subject: companyId,
    minutes,
    claims: { issuer, clientId },
  });
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: settings.publicUrl + returnPath,
    scope: 'openid email profile',
    state: deriveValue(id, 'state'),
    nonce: deriveValue(id, 'nonce'),
    code_challenge: await openid.calculatePKCECodeChallenge(deriveValue(id, 'pkce')),
    code_challenge_method: 'S256',
    login_hint: email,
  });
  return { address: address.href, ticket: token, state: deriveValue(id, 'state') };
}

/**
 * Finishes a sign-in with the provider's answer. The ticket works once, and only if the company still has the provider that
 * the sign-in started with.
 */
export async function finishCompanySignIn(
  services: Services,
  request: FinishCompanySignIn,
  client: Omit<Client, 'deviceId'>,
): Promise<SessionTokens> {
  const { db, keys } = services;
  await countHit(db, { bucket: 'company_sign_in', key: toAddressKey(client.ip) }, perAddress);
  const ticket = await readTicket(keys, 'company-sign-in', request.ticket);
  if (!ticket || request.state !== deriveValue(ticket.id, 'state')) throw notConfirmedError();
  if (!(await redeemTicket(db, ticket))) throw notConfirmedError();
  const provider = await findCompanyProvider(services, ticket.subject);
  const { issuer, clientId } = ticket.claims;
  if (!provider || provider.issuer !== issuer || provider.clientId !== clientId) throw notConfirmedError();
  const claims = await exchange(services, provider, ticket.id, request);
  const account = await resolveEmployee(db, provider, {
    subject: claims.sub,
    email: typeof claims['email'] === 'string' ? claims['email'] : null,
    // Some providers write the claim as text.
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    firstName: toText(claims['given_name']),
    lastName: toText(claims['family_name']),
    ip: client.ip,
    language: client.language,
    hasAcceptedTerms: request.tnTermsAccepted,
  });
  const { deviceId, tnTermsAccepted } = request;
  const { companyId: providerCompanyId } = provider;
  if (await hasSecondFactor(db, account.id))
    throw await secondFactorRequired(
      services,
      account,
      { deviceId, createRole: false, tnTermsAccepted, providerCompanyId },
      client,
    );
  return startSession(db, services, account, { ...client, deviceId }, { providerCompanyId, isPrivate: false });
}

const toText = (claim: unknown) => (typeof claim === 'string' && claim.trim() ? claim.trim() : null);

async function findCompanyProvider({ db }: Services, companyId: string): Promise<Provider | null> {
  const [row] = await db
    .select({ domain: companySignIns.domain })
    .from(companySignIns)
    .where(eq(companySignIns.companyId, companyId));
  const provider = row ? await findProvider(db, row.domain) : null;
  return provider?.companyId === companyId ? provider : null;
}

const timeoutSeconds = 5;

/** Reads the provider's published configuration. Its issuer must be the one in the company's settings. */
async function discover({ settings, keys }: Services, provider: Provider): Promise<openid.Configuration> {
  const { issuer, clientId, sealedSecret, companyId } = provider;
  const secret = unsealSecret(keys, sealedSecret, companyId).toString();
  const privateHosts = settings.privateSignInProviders;
  try {
    const config = await openid.discovery(new URL(issuer), clientId, undefined, authenticateWith(secret), {
      timeout: timeoutSeconds,
      execute: isPrivateProvider(issuer, privateHosts) ? [openid.allowInsecureRequests] : [],
      [openid.customFetch]: providerFetch({ privateHosts, timeoutMs: timeoutSeconds * 1000 }),
    });
    // Without this, the library trusts the connection to the provider and does not check the signature.
    openid.enableNonRepudiationChecks(config);
    return config;
  } catch {
    throw unreachable();
  }
}

/** Sends the client secret in the header, or in the body if the provider does not support the header. */
function authenticateWith(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...more) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...more);
  };
}

/** Exchanges the code for claims. The library checks state, issuer, audience, times, nonce and signature. */
async function exchange(services: Services, provider: Provider, ticketId: string, { code, state, iss }: FinishCompanySignIn) {
  const config = await discover(services, provider);
  const answer = new URL(services.settings.publicUrl + returnPath);
  for (const [name, value] of Object.entries({ code, state, iss })) if (value !== undefined) answer.searchParams.set(name, value);
  try {
    const tokens = await openid.authorizationCodeGrant(config, answer, {
      expectedState: deriveValue(ticketId, 'state'),
      expectedNonce: deriveValue(ticketId, 'nonce'),
      pkceCodeVerifier: deriveValue(ticketId, 'pkce'),
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || claims.sub.length > 255) throw notConfirmedError();
    return claims;
  } catch (error) {
    if (error instanceof AppError) throw error;
    services.log.info({ reason: error instanceof Error ? error.message : '' }, 'A company sign-in was refused');
    throw error instanceof TypeError && !('code' in error) ? unreachable() : notConfirmedError();
  }
}

const notConfirmedError = () => new AppError('unauthenticated', text('errors.companySignInNotConfirmed'));
const unreachable = () => new AppError('provider_failed', text('errors.companySignInUnreachable'));
