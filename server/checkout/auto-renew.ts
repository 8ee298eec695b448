import type { ChargeRow } from '#server/billing/charge-row.ts';
import { callGateway } from '#server/billing/run-charge.ts';
import { settleAll, type SettledOutcome } from '#server/billing/settle.ts';
import { within } from '#server/billing/wait-for-charge.ts';
import type { ChargeRequest } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { claimRenewals, renewalBatch } from './claim-renewals.ts';
import { effectsOf } from './effects.ts';

export type DueCharge = { charge: ChargeRow; source: ChargeRequest['source']; description: string };

/** A gateway that is slower than this goes on without the worker, which has other things to do. */
const waitMs = 10_000;
/** The next ones are claimed while those before are charged. */
const claimsAtOnce = 4;

/**
 * Renews the jobs whose billing date has come, some at a time (`product: Money`). What is claimed is charged at once, each
 * by a charge of its own that was written before, so that a worker which dies leaves nothing that others cannot settle.
 */
export async function renewDue(services: Services): Promise<number> {
  const charging: Promise<unknown>[] = [];
  let handled = 0;
  for (let claims = 0; claims < claimsAtOnce; claims += 1) {
    const claimed = await claimRenewals(services);
    handled += claimed.handled;
    if (claimed.due.length) charging.push(within(chargeAll(services, claimed.due), waitMs));
    if (claimed.handled < renewalBatch) break;
  }
  await Promise.all(charging);
  return handled;
}

/** Outcomes are settled together as they come in, not one by one and not all at the end. */
async function chargeAll(services: Services, due: readonly DueCharge[]): Promise<void> {
  let arrived = new Map<string, SettledOutcome>();
  let settling: Promise<unknown> | null = null;
  const flush = async () => {
    while (arrived.size > 0) {
      const some = arrived;
      arrived = new Map();
      await settleOrEach(services, some);
    }
    settling = null;
  };
  const each = due.map(async ({ charge, source, description }) => {
    const outcome = await callGateway(services, charge, { source, description, initiatedBy: 'merchant' }).catch(
      (error: unknown) => {
        services.log.error({ err: error, charge: charge.id }, 'A renewal was left to the sweep of charges');
        return null;
      },
    );
    if (!outcome) return;
    arrived.set(charge.id, outcome);
    settling ??= flush();
    await settling;
  });
  await Promise.all(each);
}

/** One that cannot be settled does not hold up the others: it stays pending and is asked about again. */
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
