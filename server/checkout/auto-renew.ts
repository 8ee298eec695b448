import { setTimeout as pause } from 'node:timers/promises';
import { callGateway, resultWithin, workerWaitsMs } from '#server/billing/take-money.ts';
import { settleAll, type SettledOutcome } from '#server/billing/settle.ts';
import type { Services } from '#server/services.ts';
import { claimRenewals, type DueCharge, renewalBatch } from './claim-renewals.ts';
import { effectsOf } from './effects.ts';
import { and, gt, inArray, lte, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { cityState } from '#shared/format.ts';
import { jobDay, jobDeadline } from '#shared/places/place-zone.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { noticeUntil, renewedUntil } from '#shared/billing/renewal.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import { notifyAll } from '#server/notifications/notify.ts';
import { totalOf } from './order-query.ts';
import { renewalLines, addonRows, lockJobs } from './purchased-job.ts';

const batch = 100;
/** Emails that people wait for are sent before these. */
const patienceMs = 60_000;

/** Renewals in the next days that the company was not notified of. A company that is not active is not billed. */
export const dueRenewalNotices: DueRows = {
  table: jobs,
  at: jobs.nextBillingDate,
  when: (now) =>
    and(
      sql`${jobs.status} = 'POSTED' and not ${jobs.renewalNoticed} and ${jobs.autoRenew}`,
      lte(jobs.nextBillingDate, noticeUntil(now)),
      gt(jobs.nextBillingDate, now),
      sql`${jobs.companyId} in (select ${companies.id} from ${companies} where ${companies.status} = 'Active')`,
    ),
};

/** Notifies companies of coming renewals with their price, once each. */
export async function announceRenewals({ db }: Pick<Services, 'db'>, now = new Date()): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, dueRenewalNotices, now, batch)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const addons = await addonRows(tx, ids);
    const claimed = await lockJobs(tx, ids);
    await notifyAll(
      tx,
      'auto_renew_job',
      claimed.map((job) => ({
        companyId: job.companyId,
        jobId: job.id,
        data: {
          title: job.title,
          place: cityState(job),
          jobId: job.id,
          next: jobDay(job, job.nextBillingDate),
          deadline: jobDeadline(job, job.nextBillingDate),
          until: jobDay(job, renewedUntil(job, now)),
          total: toDollars(totalOf(renewalLines(job, addons.get(job.id) ?? []))),
          invoice: null,
        },
      })),
      new Date(now.getTime() + patienceMs),
    );
    await tx.update(jobs).set({ renewalNoticed: true }).where(inArray(jobs.id, ids));
    return ids.length;
  });
}

/** Claims the next jobs while the earlier ones are being charged. */
const claimBatchSize = 4;
/** After this time the worker's other tasks get their turn. */
const turnMs = 2000;
/** Outcomes that arrive within this time are settled together, because that costs little more than settling one. */
const gatherMs = 40;

/**
 * Renews the jobs whose billing date has come, several in parallel (`docs/product/money.md#renewals`). A claimed job is
 * charged immediately, by a charge that is already stored, so that other workers can settle it if this one dies.
 */
export async function renewDue(services: Services): Promise<number> {
  const charging = new Set<Promise<unknown>>();
  const settle = settler(services);
  const turnEndsAt = Date.now() + turnMs;
  let handled = 0;
  do {
    const claimed = await claimRenewals(services);
    handled += claimed.handled;
    if (claimed.due.length > 0) {
      const batch: Promise<unknown> = resultWithin(chargeAll(services, claimed.due, settle), workerWaitsMs).finally(() =>
        charging.delete(batch),
      );
      charging.add(batch);
    }
    if (claimed.handled < renewalBatch) break;
    if (charging.size >= claimBatchSize) await Promise.race(charging);
  } while (Date.now() < turnEndsAt);
  await Promise.all(charging);
  return handled;
}

type SettleCharge = (chargeId: string, outcome: SettledOutcome) => Promise<void>;

async function chargeAll(services: Services, due: readonly DueCharge[], settle: SettleCharge): Promise<void> {
  const each = due.map(async ({ charge, source, description }) => {
    const outcome = await callGateway(services, charge, { source, description, initiatedBy: 'merchant' }).catch(
      (error: unknown) => {
        services.log.error({ err: error, charge: charge.id }, 'A renewal was left to the sweep of charges');
        return null;
      },
    );
    if (outcome) await settle(charge.id, outcome);
  });
  await Promise.all(each);
}

/** Settles outcomes in groups as they arrive, one group at a time. */
function settler(services: Services): SettleCharge {
  let last: Promise<unknown> = Promise.resolve();
  let gathering: { outcomes: Map<string, SettledOutcome>; done: Promise<void> } | null = null;
  const gather = () => {
    const outcomes = new Map<string, SettledOutcome>();
    const done = Promise.all([last, pause(gatherMs)]).then(() => {
      gathering = null;
      return settleOrEach(services, outcomes);
    });
    last = done;
    return { outcomes, done };
  };
  return (chargeId, outcome) => {
    gathering ??= gather();
    gathering.outcomes.set(chargeId, outcome);
    return gathering.done;
  };
}

/** An outcome that cannot be settled does not block the others. Its charge stays pending and is looked up again. */
async function settleOrEach(services: Services, outcomes: ReadonlyMap<string, SettledOutcome>): Promise<void> {
  const effects = effectsOf(services.events);
  try {
    await settleAll(services, outcomes, effects);
  } catch (error) {
    services.log.error({ err: error }, 'Renewals could not be settled together; each is settled alone');
    for (const [id, outcome] of outcomes) {
      await settleAll(services, new Map([[id, outcome]]), effects).catch((reason: unknown) =>
        services.log.error({ err: reason, charge: id }, 'A renewal was left to the sweep of charges'),
      );
    }
  }
}
