import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { and, eq, isNotNull, like, ne } from 'drizzle-orm';
import { z } from 'zod';
import { sessions } from '#drizzle/schema/accounts.ts';
import { companies, companyIdentities, companySignIns } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import { resealRows, sealSecret } from '#server/auth/factors/totp.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid, notFound, sqlState } from '#server/errors.ts';
import { isAllowedProviderUrl, type PrivateHosts, providerFetch } from '#server/http/outgoing.ts';
import { countHit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import { endSessions } from '#server/session/sessions.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import type { CompanySignIn, SaveCompanySignIn } from '#shared/companies/company-sign-in.ts';
import { text } from '#shared/texts/texts.ts';

/** The text that the value of the TXT record starts with. */
const recordPrefix = 'haulboard-domain-verification=';
export const returnPath = '/login/social';

/** Finds the company's settings, without the secret, which never leaves the server. */
export async function findCompanySignIn(db: Database, { companyId }: OwnCompany): Promise<CompanySignIn | null> {
  const [row] = await db.select().from(companySignIns).where(eq(companySignIns.companyId, companyId));
  if (!row) return null;
  const { domain, domainVerifiedAt, domainToken, issuer, clientId, isRequired, createsAccounts } = row;
  return {
    domain,
    domainVerifiedAt,
    dnsRecord: recordPrefix + domainToken,
    issuer,
    clientId,
    isRequired,
    createsAccounts,
  };
}

/**
 * Saves the provider. A new domain has to be verified before it is used. A new issuer or client removes all links to accounts and
 * ends the sessions that the former provider opened, because its user ids may belong to other people.
 */
export async function saveCompanySignIn(
  { db, keys, settings }: Pick<Services, 'db' | 'keys' | 'settings'>,
  { companyId }: OwnCompany,
  actor: ActingUser,
  { clientSecret, ...input }: SaveCompanySignIn,
): Promise<void> {
  if (!isAllowedProviderUrl(input.issuer, settings.privateSignInProviders))
    throw invalid('issuer', text(input.issuer.startsWith('https://') ? 'errors.issuerNotPublic' : 'errors.issuerInvalid'));
  await assertExactIssuer(db, companyId, input.issuer, settings.privateSignInProviders);
  await db.transaction(async (tx) => {
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
    const [before] = await tx.select().from(companySignIns).where(eq(companySignIns.companyId, companyId));
    if (!before && clientSecret === undefined) throw invalid('clientSecret', text('errors.clientSecretRequired'));
    const isOtherDomain = before?.domain !== input.domain;
    const isOtherProvider = before?.issuer !== input.issuer || before.clientId !== input.clientId;
    if (before && isOtherProvider && clientSecret === undefined)
      throw invalid('clientSecret', text('errors.clientSecretRequired'));
    const sealed = clientSecret === undefined ? {} : { sealedSecret: sealSecret(keys, Buffer.from(clientSecret), companyId) };
    const proof = isOtherDomain ? { domainToken: randomBytes(24).toString('base64url'), domainVerifiedAt: null } : {};
    const changes = { ...input, ...sealed, ...proof };
    if (before) await tx.update(companySignIns).set(changes).where(eq(companySignIns.companyId, companyId));
    else await tx.insert(companySignIns).values({ companyId, domainToken: '', sealedSecret: '', ...changes });
    if (before && isOtherProvider) await endProviderAccess(tx, companyId);
    await audit(tx, actor, { action: 'company_sign_in.update', subject: { type: 'company', id: companyId }, companyId });
  });
}

const savesPerCompany = { maxHits: 60, windowSeconds: 60 * 60 };

/**
 * Refuses an issuer that differs from the provider's own only in the slash at its end, because sign-ins compare every character. A
 * provider that does not answer is checked at the first sign-in.
 */
async function assertExactIssuer(db: Database, companyId: string, issuer: string, privateHosts: PrivateHosts): Promise<void> {
  const [stored] = await db
    .select({ issuer: companySignIns.issuer })
    .from(companySignIns)
    .where(eq(companySignIns.companyId, companyId));
  if (stored?.issuer === issuer) return;
  await countHit(db, { bucket: 'company_sign_in_save', key: companyId }, savesPerCompany);
  const published = await readPublishedIssuer(issuer, privateHosts);
  if (published !== issuer && published !== null && withoutSlash(published) === withoutSlash(issuer))
    throw invalid('issuer', text('errors.issuerSpelledOtherwise', { issuer: published }));
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');

const discoverySchema = z.object({ issuer: z.string() });

async function readPublishedIssuer(issuer: string, privateHosts: PrivateHosts): Promise<string | null> {
  try {
    const ask = providerFetch({ privateHosts, timeoutMs: 5_000 });
    const answer = await ask(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {});
    return discoverySchema.parse(await answer.json()).issuer;
  } catch {
    return null;
  }
}

type Resolve = (name: string) => Promise<string[][]>;

/** Creates a function that looks up TXT records within a few seconds. */
export function txtResolver({ dnsServers }: Pick<Services['settings'], 'dnsServers'>): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  return (name) => resolver.resolveTxt(name);
}

const perCompany = { maxHits: 30, windowSeconds: 60 * 60 };

/** Looks for the TXT record that verifies the domain. Only one company can have a verified domain. */
export async function checkDomain(db: Database, { companyId }: OwnCompany, actor: ActingUser, resolve: Resolve): Promise<void> {
  await countHit(db, { bucket: 'domain_check', key: companyId }, perCompany);
  const [row] = await db.select().from(companySignIns).where(eq(companySignIns.companyId, companyId));
  if (!row) throw notFound(text('errors.notFound'));
  if (row.domainVerifiedAt) return;
  const records = await resolve(row.domain).catch(() => []);
  if (!records.some((parts) => parts.join('') === recordPrefix + row.domainToken))
    throw conflict(text('errors.dnsRecordNotFound', { domain: row.domain }));
  try {
    await db.transaction(async (tx) => {
      const verified = await tx
        .update(companySignIns)
        .set({ domainVerifiedAt: new Date() })
        .where(and(eq(companySignIns.companyId, companyId), eq(companySignIns.domainToken, row.domainToken)))
        .returning({ id: companySignIns.companyId });
      if (verified.length === 0) throw conflict(text('errors.dnsRecordNotFound', { domain: row.domain }));
      const subject = { type: 'company', id: companyId } as const;
      await audit(tx, actor, { action: 'company_sign_in.verify', subject, companyId, detail: { domain: row.domain } });
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw conflict(text('errors.domainTaken'));
    throw error;
  }
}

/** Removes the provider. The company's people then sign in with a password, which they can set with an emailed code. */
export async function removeCompanySignIn(db: Database, { companyId }: OwnCompany, actor: ActingUser): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(companySignIns)
      .where(eq(companySignIns.companyId, companyId))
      .returning({ id: companySignIns.companyId });
    if (removed.length === 0) return;
    await endProviderAccess(tx, companyId);
    await audit(tx, actor, { action: 'company_sign_in.remove', subject: { type: 'company', id: companyId }, companyId });
  });
}

/** The links to accounts and the sessions of a provider do not outlive it. */
async function endProviderAccess(tx: Database, companyId: string): Promise<void> {
  await tx.delete(companyIdentities).where(eq(companyIdentities.companyId, companyId));
  await endSessions(tx, eq(sessions.providerCompanyId, companyId));
}

/** The worker runs this after a key rotation, for the secrets of companies' identity providers. */
export function resealProviderSecrets({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<number> {
  return resealRows(keys, {
    read: (prefix, limit) =>
      db
        .select({ ownerId: companySignIns.companyId, sealedSecret: companySignIns.sealedSecret })
        .from(companySignIns)
        .where(like(companySignIns.sealedSecret, `${prefix}%`))
        .limit(limit),
    write: ({ ownerId, sealedSecret }, sealed) =>
      db
        .update(companySignIns)
        .set({ sealedSecret: sealed })
        .where(and(eq(companySignIns.companyId, ownerId), eq(companySignIns.sealedSecret, sealedSecret))),
  });
}

/** Finds the provider of a verified domain. The company must not be cancelled. */
export async function findProvider(db: Database, domain: string) {
  const [row] = await db
    .select({ provider: companySignIns })
    .from(companySignIns)
    .innerJoin(companies, eq(companies.id, companySignIns.companyId))
    .where(and(eq(companySignIns.domain, domain), isNotNull(companySignIns.domainVerifiedAt), ne(companies.status, 'Cancelled')));
  return row?.provider ?? null;
}
