import { createServer } from '#server/app.ts';
import { sweepCharges } from '#server/billing/sweep-charges.ts';
import { renewDue } from '#server/checkout/auto-renew.ts';
import { createEffectsResolver } from '#server/checkout/charge-effects.ts';
import { readProcessSettings } from '#server/settings/env.ts';
import { openServices } from '#server/start/process.ts';

/** A worker that only renews jobs, until it is killed. It reports when it is ready and waits for the start signal. */
const settings = readProcessSettings();
const services = await openServices(settings, createServer(settings).log);
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
for (;;) {
  const handled = (await sweepCharges(services, createEffectsResolver(services.events))) + (await renewDue(services));
  if (handled === 0) await new Promise((resolve) => setTimeout(resolve, 100));
}
