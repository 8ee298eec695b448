import type { FastifyBaseLogger } from 'fastify';
import { openDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import { openGateway } from '#server/gateway/open-gateway.ts';

import { openStore } from '#server/media/open-store.ts';
import { openVirusScanner } from '#server/media/virus-scanner.ts';
import { openGeocoder } from '#server/places/open-geocoder.ts';
import { openSecurityLog } from '#server/security/record-event.ts';
import { openKeys } from '#server/session/keys.ts';
import type { Services } from './services.ts';

/** Opens what the settings name. All state of the process is in here. */
export async function openServices(settings: Settings, log: FastifyBaseLogger): Promise<Services> {
  const database = await openDatabase({ ...settings.database, dataDir: settings.dataDir });
  const payments = await openGateway(settings, log);
  const securityLog = openSecurityLog(database.db, log);
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
    keys: openKeys(settings.tokenKeys, settings.dataDir),
    gateway: payments.gateway,
    payments,
    media: openStore(settings),
    scanner: settings.virusScannerUrl ? openVirusScanner(settings.virusScannerUrl) : null,
    geocoder: openGeocoder(settings, database.db, (message) => log.warn(message)),
    gatewayCalls: new Set(),
    liveStreams: new Map(),
  };
}
