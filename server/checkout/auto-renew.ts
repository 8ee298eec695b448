import { setTimeout as pause } from 'node:timers/promises';
import { and, gt, inArray, lte, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { settleAll, type SettledOutcome } from '#server/billing/settle.ts';
import { callGateway, withTimeout, maxWorkerWaitMs } from '#server/billing/take-money.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import { notifyAll } from '#server/notifications/notify.ts';
import { jobDay, jobDeadline } from '#server/places/place-zone.ts';
import type { Services } from '#server/services.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { noticeHorizon, calculateRenewalEnd } from '#shared/billing/renewal.ts';
import { cityState } from '#shared/format.ts';
import { createEffectsResolver } from './charge-effects.ts';
import { claimRenewals, type DueCharge, renewalBatchSize } from './claim-renewals.ts';
import { getTotalCents } from './order-query.ts';
import { renewalLines, readAddons, lockJobs } from './purchased-job.ts';

const batchSize = 100;
/** Delays these emails, so that emails that people are waiting for are sent first. */
const noticeDelayMs = 60_000;

/** Jobs that renew in the next days and that their company was not notified of. Only active companies are billed. */
export const dueRenewalNotices: DueRows = {
  table: jobs,
  at: jobs.nextBillingDate,
  when: (now) =>
    and(
      sql`${jobs.status} = 'POSTED' and not ${jobs.renewalNoticed} and ${jobs.autoRenew}`,
      lte(jobs.nextBillingDate, noticeHorizon(now)),
      gt(jobs.nextBillingDate, now),
      sql`${jobs.companyId} in (select ${companies.id} from ${companies} where ${companies.status} = 'Active')`,
    ),
};

/** Notifies companies of each upcoming renewal and its price, once. */
export async function announceRenewals({ db }: Pick<Services, 'db'>, now = new Date()): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, dueRenewalNotices, now, batchSize)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const addons = await readAddons(tx, ids);
    const lockedJobs = await lockJobs(tx, ids);
    await notifyAll(
      tx,
      'auto_renew_job',
      lockedJobs.map((job) => ({
        companyId: job.companyId,
        jobId: job.id,
        language: null,
        data: {
          title: job.title,
          place: cityState(job),
          jobId: job.id,
          next: jobDay(job, job.nextBillingDate),
          deadline: jobDeadline(job, job.nextBillingDate),
          until: jobDay(job, calculateRenewalEnd(job, now)),
          total: toDollars(getTotalCents(renewalLines(job, addons.get(job.id) ?? []))),
          invoice: null,
        },
      })),
      new Date(now.getTime() + noticeDelayMs),
    );
    await tx.update(jobs).set({ renewalNoticed: true }).where(inArray(jobs.id, ids));
    return ids.length;
  });
}

/** The maximum number of batches that are charged at the same time. */
const maxConcurrentBatches = 4;
/** After this time a run claims no more jobs, so that the worker's other tasks are not delayed. */
const maxRunMs = 2000;
/** Outcomes that arrive within this time are settled together, because that costs little more than settling one. */
const groupWindowMs = 40;

/**
 * Renews the jobs that are due, several in parallel (`docs/product/money.md#renewals`). Each charge is stored before the
 * gateway is called, so that another worker can settle it if this one dies.
 */
export async function renewDue(services: Services): Promise<number> {
  const runningBatches = new Set<Promise<unknown>>();
  const settle = createSettler(services);
  const runEndsAt = Date.now() + maxRunMs;
  let handledCount = 0;
  do {
    const claimed = await claimRenewals(services);
    handledCount += claimed.handled;
    if (claimed.due.length > 0) {
      const batch: Promise<unknown> = withTimeout(chargeAll(services, claimed.due, settle), maxWorkerWaitMs).finally(() =>
        runningBatches.delete(batch),
      );
      runningBatches.add(batch);
    }
    if (claimed.handled < renewalBatchSize) break;
    if (runningBatches.size >= maxConcurrentBatches) await Promise.race(runningBatches);
  } while (Date.now() < runEndsAt);
  await Promise.all(runningBatches);
  return handledCount;
}

type ChargeSettler = (chargeId: string, outcome: SettledOutcome) => Promise<void>;

async function chargeAll(services: Services, due: readonly DueCharge[], settle: ChargeSettler): Promise<void> {
  const pendingCharges = due.map(async ({ charge, source, description }) => {
    const outcome = await callGateway(services, charge, { source, description, initiatedBy: 'merchant' }).catch(
      (error: unknown) => {
        services.log.error({ err: error, charge: charge.id }, 'A renewal was left to the sweep of charges');
        return null;
      },
    );
    if (outcome) await settle(charge.id, outcome);
  });
  await Promise.all(pendingCharges);
}

/** Settles outcomes in groups as they arrive, one group at a time. */
function createSettler(services: Services): ChargeSettler {
  let last: Promise<unknown> = Promise.resolve();
  let openGroup: { outcomes: Map<string, SettledOutcome>; done: Promise<void> } | null = null;
  const startGroup = () => {
    const outcomes = new Map<string, SettledOutcome>();
    const done = Promise.all([last, pause(groupWindowMs)]).then(() => {
      openGroup = null;
      return settleGroup(services, outcomes);
    });
    last = done;
    return { outcomes, done };
  };
  return (chargeId, outcome) => {
    openGroup ??= startGroup();
    openGroup.outcomes.set(chargeId, outcome);
    return openGroup.done;
  };
}

/** If one outcome cannot be settled, the others still are. Its charge stays pending and is looked up again. */
async function settleGroup(services: Services, outcomes: ReadonlyMap<string, SettledOutcome>): Promise<void> {
  const effects = createEffectsResolver(services.events);
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
