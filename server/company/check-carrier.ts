import { and, asc, count, eq, ne } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { carrierChecks, companyProfiles } from '#drizzle/schema/company-pages.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, assertVersion, conflict, invalid, notFound, violatedConstraint } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { type CarrierRegistry, RegistryUnavailable } from '#server/registry/port.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import {
  type Carrier,
  type CarrierCheck,
  type CheckState,
  type DecideCheck,
  isSimilarName,
  mayOperate,
} from '#shared/companies/carrier.ts';
import { dayMs } from '#shared/days.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';
import { findCompany, lockCompany } from './company-query.ts';
import { mailCheckOutcome } from './mail-check-outcome.ts';

type CheckRow = typeof carrierChecks.$inferSelect;
type Registry = Pick<Services, 'db' | 'registry' | 'log'>;

/** Checks cost a call of the registry and a look of an administrator. */
const perCompany = { maxHits: 10, windowSeconds: 60 * 60 };
/** How often the worker looks a verified number up again. */
export const recheckMs = 7 * dayMs;

export const toCheck = (
  { state, source, usdotNumber, mcNumber, carrier, checkedAt, decidedAt, reason }: CheckRow,
  companyName: string,
): CarrierCheck => ({
  state,
  source,
  usdotNumber,
  mcNumber,
  carrier,
  isSimilarName: isSimilarName(companyName, carrier),
  checkedAt,
  decidedAt,
  reason,
});

/** Removes the check and its badge, because the company's number or name has changed or it was cancelled. */
export async function endCheck(tx: Database, companyId: string): Promise<void> {
  await tx.delete(carrierChecks).where(eq(carrierChecks.companyId, companyId));
}

/**
 * Looks up the company's USDOT number, or its MC number if it has no other, and stores the answer for an administrator. A verified
 * check stays verified while the carrier may operate.
 * @throws invalid if no carrier has the number, several have the MC number, or the two numbers belong to different carriers
 * @throws provider_failed if the registry does not answer; the stored check stays
 * @throws too_many after ten checks in an hour
 */
export async function checkCarrier(
  services: Registry,
  actor: ActingUser,
  scope: CompanyScope,
  companyId: string | undefined,
): Promise<void> {
  const { db, registry, log } = services;
  if (!registry) throw conflict(text('companyPage.noRegistry'));
  const { id } = await findCompany(db, scope, companyId);
  const numbers = await readNumbers(db, id);
  if (!numbers.usdotNumber && !numbers.mcNumber) throw invalid('usdotNumber', text('companyPage.numberRequired'));
  await countHit(db, { bucket: 'carrier-check', key: id }, perCompany);
  const carrier = await findCarrier(registry, numbers).catch((error: unknown) => {
    if (!(error instanceof RegistryUnavailable)) throw error;
    log.warn({ err: error }, 'A carrier was not checked');
    throw new AppError('provider_failed', text('companyPage.registryUnavailable'));
  });
  const checkedAt = new Date();
  await db.transaction(async (tx) => {
    const company = await lockCompany(tx, scope, id);
    const current = await readNumbers(tx, id);
    if (current.usdotNumber !== numbers.usdotNumber || current.mcNumber !== numbers.mcNumber)
      assertVersion(numbers.version, current.version);
    const [before] = await tx.select().from(carrierChecks).where(eq(carrierChecks.companyId, id));
    const wasVerified = before?.state === 'verified' && before.usdotNumber === carrier.usdotNumber;
    const state = stateAfter(carrier, wasVerified);
    const result = { source: registry.source, usdotNumber: carrier.usdotNumber, mcNumber: numbers.mcNumber, carrier, checkedAt };
    const decision = wasVerified ? {} : { decidedBy: null, decidedAt: null, reason: null };
    const values = { ...result, ...decision, state, recheckAt: state === 'verified' ? nextRecheck(checkedAt) : null };
    await tx
      .insert(carrierChecks)
      .values({ companyId: id, ...values })
      .onConflictDoUpdate({ target: carrierChecks.companyId, set: values });
    const subject = { type: 'company' as const, id };
    const detail = { usdotNumber: carrier.usdotNumber, state };
    await audit(tx, actor, { action: 'carrier.check', subject, companyId: id, detail });
    if (state === 'withdrawn') await mailCheckOutcome(tx, company, { outcome: state, ...result, reason: null }, actor.language);
  });
}

export const nextRecheck = (checkedAt: Date): Date => new Date(checkedAt.getTime() + recheckMs);

/** A carrier that lost its authority loses the badge. One that never had it does not wait for an administrator. */
function stateAfter(carrier: Carrier, wasVerified: boolean): CheckState {
  if (mayOperate(carrier)) return wasVerified ? 'verified' : 'waiting';
  return wasVerified ? 'withdrawn' : 'unusable';
}

type Numbers = { usdotNumber: string | null; mcNumber: string | null; version: number };

async function readNumbers(db: Database, companyId: string): Promise<Numbers> {
  const [profile] = await db.select().from(companyProfiles).where(eq(companyProfiles.companyId, companyId));
  return { usdotNumber: profile?.usdotNumber ?? null, mcNumber: profile?.mcNumber ?? null, version: profile?.version ?? 0 };
}

async function findCarrier(registry: CarrierRegistry, { usdotNumber, mcNumber }: Numbers): Promise<Carrier> {
  const byMc = mcNumber ? await registry.findByMc(mcNumber) : [];
  const [first] = byMc;
  if (mcNumber && !first) throw invalid('mcNumber', text('companyPage.carrierNotFound'));
  if (!usdotNumber && byMc.some((one) => one.usdotNumber !== first?.usdotNumber))
    throw invalid('usdotNumber', text('companyPage.severalCarriers'));
  const carrier = usdotNumber ? await registry.findByUsdot(usdotNumber) : first;
  if (!carrier) throw invalid('usdotNumber', text('companyPage.carrierNotFound'));
  if (first && !byMc.some((one) => one.usdotNumber === carrier.usdotNumber))
    throw invalid('mcNumber', text('companyPage.numbersDiffer'));
  return carrier;
}

type WaitingCompany = { id: string; companyName: string; city: string | null; state: string | null; check: CarrierCheck };

/** The companies that wait for an administrator, the longest waiting first. */
export async function listWaiting(db: Database, { offset, limit }: Page): Promise<PageOf<WaitingCompany>> {
  const where = and(eq(carrierChecks.state, 'waiting'), ne(companies.status, 'Cancelled'));
  const columns = { id: companies.id, companyName: companies.companyName, city: companies.city, state: companies.state };
  const [rows, [total]] = await Promise.all([
    db
      .select({ company: columns, check: carrierChecks })
      .from(carrierChecks)
      .innerJoin(companies, eq(companies.id, carrierChecks.companyId))
      .where(where)
      .orderBy(asc(carrierChecks.checkedAt), asc(carrierChecks.companyId))
      .limit(limit)
      .offset(offset),
    db.select({ n: count() }).from(carrierChecks).innerJoin(companies, eq(companies.id, carrierChecks.companyId)).where(where),
  ]);
  const items = rows.map(({ company, check }) => ({ ...company, check: toCheck(check, company.companyName) }));
  return { items, pagination: { offset, limit, total: total?.n ?? 0 } };
}

/**
 * Confirms or rejects a check for an administrator, and tells the company's people. A verified one can be rejected later.
 * @throws edit_conflict if there is a newer check than the one that the administrator saw
 * @throws conflict if the number is verified for another company, or the check came from another registry than the one set up now
 */
export async function decideCheck(
  { db, registry }: Pick<Services, 'db' | 'registry'>,
  actor: ActingUser,
  scope: CompanyScope,
  { companyId, checkedAt, decision, reason = '' }: DecideCheck,
): Promise<void> {
  const decidedAt = new Date();
  try {
    await db.transaction(async (tx) => {
      const company = await lockCompany(tx, scope, companyId);
      const [check] = await tx.select().from(carrierChecks).where(eq(carrierChecks.companyId, companyId));
      if (!check) throw notFound(text('companyPage.noCheck'));
      assertVersion(checkedAt.getTime(), check.checkedAt.getTime());
      const isOpen = check.state === 'waiting' || (check.state === 'verified' && decision === 'rejected');
      if (!isOpen) throw conflict(text('companyPage.checkDecided'));
      if (decision === 'verified' && company.status === 'Cancelled') throw conflict(text('errors.companyCancelled'));
      if (decision === 'verified' && check.source !== registry?.source) throw conflict(text('companyPage.checkAgain'));
      const isVerified = decision === 'verified';
      await tx
        .update(carrierChecks)
        .set({
          state: decision,
          decidedBy: actor.userId,
          decidedAt,
          reason: isVerified ? null : reason,
          recheckAt: isVerified ? nextRecheck(check.checkedAt) : null,
        })
        .where(eq(carrierChecks.companyId, companyId));
      const subject = { type: 'company' as const, id: companyId };
      const detail = { usdotNumber: check.usdotNumber, decision };
      await audit(tx, actor, { action: 'carrier.decide', subject, companyId, detail });
      await mailCheckOutcome(tx, company, { outcome: decision, ...check, reason: reason || null }, actor.language);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'carrier_checks_verified_key') throw conflict(text('companyPage.numberTaken'));
    throw error;
  }
}
