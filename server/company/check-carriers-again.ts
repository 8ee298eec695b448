import { and, asc, eq, lte } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { carrierChecks } from '#drizzle/schema/company-pages.ts';
import { audit, workerActor } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { type CarrierRegistry, RegistryUnavailable } from '#server/registry/port.ts';
import type { Services } from '#server/services.ts';
import { type Carrier, mayOperate } from '#shared/companies/carrier.ts';
import { dayMs } from '#shared/days.ts';
import { nextRecheck } from './check-carrier.ts';
import { mailCheckOutcome } from './mail-check-outcome.ts';

/** A call can take some seconds, and the worker's other tasks wait for it. */
const batchSize = 3;

/**
 * Looks verified USDOT numbers up again, each once a week (`docs/product/companies.md#carrier-check`). A carrier that may no longer
 * operate, or is no longer listed, loses the badge; its company and support get an email. Without an answer the number is due again
 * the next day, and the others wait for the next run. FMCSA's answers are left alone while another registry is set up, and the
 * simulator's lose their badge.
 * @returns how many numbers were due
 */
export async function recheckCarriers({
  db,
  registry,
  settings,
  log,
}: Pick<Services, 'db' | 'registry' | 'settings' | 'log'>): Promise<number> {
  await withdrawSimulated(db, registry);
  if (!registry) return 0;
  const now = new Date();
  const due = await db
    .select({ companyId: carrierChecks.companyId, usdotNumber: carrierChecks.usdotNumber, recheckAt: carrierChecks.recheckAt })
    .from(carrierChecks)
    .where(and(lte(carrierChecks.recheckAt, now), eq(carrierChecks.source, registry.source)))
    .orderBy(asc(carrierChecks.recheckAt))
    .limit(batchSize);
  for (const check of due) {
    if (!check.recheckAt || !(await claim(db, check.companyId, check.recheckAt, now))) continue;
    try {
      const carrier = await registry.findByUsdot(check.usdotNumber);
      await storeAnswer(db, registry, check, carrier, settings.mail.support);
    } catch (error) {
      if (!(error instanceof RegistryUnavailable)) throw error;
      log.warn({ err: error, companyId: check.companyId }, 'A carrier was not checked again');
      break;
    }
  }
  return due.length;
}

/** A demo that became a real site, or got a real registry, does not keep the badges that the simulator gave. */
async function withdrawSimulated(db: Database, registry: CarrierRegistry | null): Promise<void> {
  if (registry?.source === 'simulator') return;
  await db
    .update(carrierChecks)
    .set({ state: 'withdrawn', recheckAt: null })
    .where(and(eq(carrierChecks.state, 'verified'), eq(carrierChecks.source, 'simulator')));
}

/** Moves the check to the next day, so that no other server takes it, and so that it is tried again if the registry fails. */
async function claim(db: Database, companyId: string, recheckAt: Date, now: Date): Promise<boolean> {
  const claimed = await db
    .update(carrierChecks)
    .set({ recheckAt: new Date(now.getTime() + dayMs) })
    .where(and(eq(carrierChecks.companyId, companyId), eq(carrierChecks.recheckAt, recheckAt)))
    .returning({ companyId: carrierChecks.companyId });
  return claimed.length > 0;
}

/** The number may have changed during the call, and then the answer is about another one. */
async function storeAnswer(
  db: Database,
  { source }: CarrierRegistry,
  { companyId, usdotNumber }: { companyId: string; usdotNumber: string },
  carrier: Carrier | null,
  support: string,
): Promise<void> {
  const checkedAt = new Date();
  await db.transaction(async (tx) => {
    const [company] = await tx
      .select({ id: companies.id, companyName: companies.companyName })
      .from(companies)
      .where(eq(companies.id, companyId))
      .for('update');
    const isSame = and(
      eq(carrierChecks.companyId, companyId),
      eq(carrierChecks.usdotNumber, usdotNumber),
      eq(carrierChecks.state, 'verified'),
    );
    const isConfirmed = carrier !== null && mayOperate(carrier);
    const changed = await tx
      .update(carrierChecks)
      .set({
        source,
        checkedAt,
        ...(carrier ? { carrier } : {}),
        ...(isConfirmed ? { recheckAt: nextRecheck(checkedAt) } : { state: 'withdrawn', recheckAt: null }),
      })
      .where(isSame)
      .returning({ companyId: carrierChecks.companyId });
    if (isConfirmed || changed.length === 0 || !company) return;
    const { companyName } = company;
    const subject = { type: 'company' as const, id: companyId };
    await audit(tx, workerActor, { action: 'carrier.withdraw', subject, companyId, detail: { usdotNumber } });
    await mailCheckOutcome(tx, company, { outcome: 'withdrawn', usdotNumber, reason: null }, null);
    await mail(tx, support, 'carrier_withdrawn', { companyName, usdotNumber, companyId }, null);
  });
}
