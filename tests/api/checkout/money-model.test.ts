import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { answerLimits } from '#server/checkout/charge-effects.ts';
import { checkLedger } from '#tests/helpers/money/check-ledger.ts';
import { type Model, arbitraryCommand } from '#tests/helpers/money/commands.ts';
import { type PaymentFixture, openPaymentFixture } from '#tests/helpers/money/world.ts';

/** `MONEY_STEPS=10000` is the long run, `MONEY_SEED` repeats one. */
const stepsPerRun = 50;
const isServer = process.env['TEST_ENGINE'] !== 'embedded';
const runs = Math.ceil(Number(process.env['MONEY_STEPS'] ?? (isServer ? 150 : 50)) / stepsPerRun);
const seed = Number(process.env['MONEY_SEED'] ?? Date.now() % 2 ** 31);

/** Short waits, because slow answers are not the subject of this test. */
const normalLimits = { ...answerLimits };
let world: PaymentFixture;
beforeAll(async () => {
  Object.assign(answerLimits, { answerWithinMs: 400, waitForOtherMs: 150 });
  world = await openPaymentFixture(inject('server'));
});
afterAll(async () => {
  Object.assign(answerLimits, normalLimits);
  await world.close();
});

describe('money', () => {
  it(`moves once, whatever happens (${runs} × ${stepsPerRun} steps, seed ${seed})`, { timeout: 7_200_000 }, async () => {
    const model: Model = { steps: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryCommand, { minLength: stepsPerRun, maxLength: stepsPerRun }), async (steps) => {
        world.payers.splice(
          0,
          Infinity,
          await world.createPayer('card'),
          await world.createPayer('card'),
          await world.createPayer('invoice'),
        );
        world.orders.splice(0);
        await fc.asyncModelRun(() => ({ model, real: world }), steps);
        await world.stopFaults();
        expect(await checkLedger(world)).toEqual([]);
      }),
      // The ledger keeps everything, so shrinking a failed run would be a different run.
      { numRuns: runs, seed, endOnFailure: true, verbose: 1 },
    );
    await world.runLaterLookups();
    expect(await checkLedger(world)).toEqual([]);
    expect(model.steps).toBe(runs * stepsPerRun);
    // A run in which nothing was sold would prove nothing.
    const counts = await countByState(world);
    expect(counts['charges approved']).toBeGreaterThan(0);
    if (runs > 100) process.stdout.write(`${model.steps} steps, seed ${seed}: ${JSON.stringify(counts)}\n`);
  });
});

async function countByState({ query: rows, readSales: sales }: PaymentFixture): Promise<Record<string, number>> {
  const counted = await rows<{
    what: string;
    n: number;
  }>(`select 'charges ' || status as what, count(*)::int as n from charges group by 1
    union all select 'invoices ' || payment_method || ' ' || status, count(*)::int from invoices group by 1
    union all select 'refunds ' || kind || ' ' || status, count(*)::int from refunds group by 1
    union all select 'refunded late', count(*)::int from audit_log where action = 'charge.give_back'
    union all select 'webhooks', count(*)::int from gateway_events`);
  const gatewaySales = sales();
  const retainedCents = gatewaySales.reduce((sum, sale) => sum + sale.kept, 0);
  return {
    ...Object.fromEntries(counted.map(({ what, n }) => [what, n])),
    'gateway sales': gatewaySales.length,
    'cents kept': retainedCents,
  };
}
