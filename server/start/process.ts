import { existsSync } from 'node:fs';
import type { FastifyInstance, FastifyBaseLogger } from 'fastify';
import { openAssistant } from '#server/ai/open-assistant.ts';
import { createAppPage } from '#server/app-page/app-page.ts';
import { registerPlugins, createServer } from '#server/app.ts';
import { assertMigrated, openDatabase } from '#server/db/open.ts';
import { simulatorOptions, openGateway } from '#server/gateway/open-gateway.ts';
import { openTransport } from '#server/mail/transport.ts';
import { openStore } from '#server/media/open-store.ts';
import { openVirusScanner } from '#server/media/virus-scanner.ts';
import { openPushService } from '#server/notifications/push-service.ts';
import { seedPlaces } from '#server/places/cities.ts';
import { openGeocoder } from '#server/places/open-geocoder.ts';
import { openRegistry } from '#server/registry/open-registry.ts';
import { openSecurityLog } from '#server/security/record-event.ts';
import type { Services } from '#server/services.ts';
import { openKeys } from '#server/session/keys.ts';
import { type Settings, InvalidSettingsError, readServerSettings } from '#server/settings/env.ts';
import { version } from '#server/settings/version.ts';
import { openSms } from '#server/sms/open-sms.ts';
import { startWorker } from '#server/worker/worker.ts';
import { checkAddress, listen } from './listen.ts';
import { startErrorText } from './start-error.ts';

/** Opens the services that the settings configure. They hold all state of the process. */
export async function openServices(settings: Settings, log: FastifyBaseLogger): Promise<Services> {
  const database = await openDatabase({ ...settings.database, dataDir: settings.dataDir });
  if (!settings.database.runMigrations) await assertMigrated(database.sql);
  const payments = await openGateway(settings, log);
  const securityLog = openSecurityLog(database.db, log);
  const keys = openKeys(settings.tokenKeys, settings.dataDir);
  return {
    ...database,
    close: async () => {
      await securityLog.close();
      await payments.close();
      await database.close();
    },
    settings,
    log,
    securityLog,
    keys,
    gateway: payments.gateway,
    payments,
    media: openStore(settings),
    scanner: settings.virusScannerUrl ? openVirusScanner(settings.virusScannerUrl) : null,
    geocoder: openGeocoder(settings, database.db, (message) => log.warn(message)),
    sms: openSms(settings),
    push: openPushService(settings, keys),
    assistant: openAssistant(settings),
    registry: openRegistry(settings),
    gatewayCalls: new Set(),
    liveStreams: new Map(),
  };
}

/**
 * Starts everything that the settings ask for, and stops it in order on SIGTERM or SIGINT. A failed start prints the reason
 * and exits with 1.
 */
export async function startProcess(): Promise<void> {
  let settings: Settings | undefined;
  try {
    settings = readServerSettings();
    if (settings.demo) assertDemoIsBuiltIn();
    if (settings.worker !== 'only') await checkAddress(settings);
    const app = createServer(settings);
    const services = await openServices(settings, app.log);
    await seedPlaces(services.sql);
    const transport = openTransport(settings, services.keys);
    await registerPlugins(app, services, {
      version,
      simulatorOptions: simulatorOptions(settings),
      page: createAppPage(settings),
    });
    if (settings.demo) {
      const { seedDemo } = await import('#server/demo/seed-demo.ts');
      await seedDemo(services);
    }
    const waitUntilClosed = settings.worker === 'only' ? null : await listen(app, settings);
    const worker = settings.worker === 'off' ? null : startWorker(services, transport);
    if (settings.production && settings.simulatesPayments)
      app.log.warn('Payments are simulated (GATEWAY=simulator): no money moves and no real card works');
    if (settings.production && !settings.virusScannerUrl)
      app.log.warn('Uploaded files are not scanned for viruses (CLAMD_URL is unset)');
    if (settings.production && !settings.mail.postalAddress)
      app.log.warn('Emails have no postal address, which US law requires in advertising (POSTAL_ADDRESS is unset)');
    process.stdout.write(formatAnnouncement(settings));
    stopOnSignal(app, async () => {
      await waitUntilClosed?.();
      await worker?.stop();
      transport.close();
      await services.close();
    });
  } catch (error) {
    const errorText = startErrorText(error, settings);
    if (errorText === null) throw error;
    process.stderr.write(`${errorText}\n`);
    process.exit(1);
  }
}

/** The image of the `Dockerfile` has no demo data and no test providers, unless it was built with `DEMO=on`. */
function assertDemoIsBuiltIn(): void {
  if (existsSync(new URL('../demo', import.meta.url))) return;
  throw new InvalidSettingsError(
    'Wrong settings:\n  DEMO: this image was built without the demo; set DEMO=off, or build it with "docker build --build-arg DEMO=on"',
  );
}

function stopOnSignal(app: FastifyInstance, close: () => Promise<void>): void {
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ signal }, 'Stopping: finishing what is in flight');
    void app
      .close()
      .then(close)
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'Stopping failed');
        process.exit(1);
      });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

/** The text printed when the process is ready. A process that only does background work has no address to print. */
export function formatAnnouncement({ publicUrl, demo, worker }: Pick<Settings, 'publicUrl' | 'demo' | 'worker'>): string {
  if (worker === 'only') return `Haulboard ${version} runs background jobs only and serves no web pages (WORKER=only)\n`;
  const lines = [`Haulboard ${version} is ready at ${publicUrl}`];
  if (demo) {
    lines.push('Demo accounts, password Demo#2026:');
    lines.push('  companyadmin@demo.example (Prairie Freight), driver@demo.example, superadmin@demo.example,');
    lines.push('  company@, invoice@, admin@, internal@, newsadmin@, news@, ads@ (all @demo.example)');
  }
  return `${lines.join('\n')}\n`;
}
