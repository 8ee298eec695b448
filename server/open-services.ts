import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { openDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import { createCeleroGateway } from '#server/gateway/celero.ts';
import { simulatorKeys, type SimulatorOptions, startSimulator } from '#server/gateway/simulator/simulator.ts';

import { openStore } from '#server/media/open-store.ts';
import { openGeocoder } from '#server/places/open-geocoder.ts';
import { openKeys } from '#server/session/keys.ts';
import type { Services } from './services.ts';

const ledgerFile = ({ dataDir }: Settings) => join(dataDir, 'gateway.sqlite');
const webhookUrl = ({ host, port, worker }: Settings) => (worker === 'only' ? null : `http://${host}:${port}/webhooks/celero`);

/**
 * The part of the simulator that this app serves at `/gateway`: in the demo all of it, so that anybody can see that money
 * moved once; otherwise the card fields alone, which browsers need. Null with a real gateway.
 */
export function simulatorOptions({ settings, gatewayKeys }: Services): SimulatorOptions | null {
  if (settings.celero) return null;
  return {
    ...gatewayKeys,
    isForBrowsersOnly: !settings.demo,
    ledgerFile: ledgerFile(settings),
    publicUrl: `${settings.publicUrl}/gateway`,
    webhookUrl: webhookUrl(settings),
  };
}

/** The gateway of the settings, else a simulator that listens on a port of its own for this machine only. */
async function openGateway(settings: Settings, log: FastifyBaseLogger) {
  if (settings.celero) return { ...settings.celero, close: () => Promise.resolve() };
  const keys = simulatorKeys(settings.simulatorKey, settings.dataDir);
  const options = { ...keys, ledgerFile: ledgerFile(settings), webhookUrl: webhookUrl(settings), log };
  return { ...keys, ...(await startSimulator(options)) };
}

/** Opens what the settings name. State of the process lives here and nowhere else. */
export async function openServices(settings: Settings, log: FastifyBaseLogger): Promise<Services> {
  const database = await openDatabase({ ...settings.database, dataDir: settings.dataDir });
  const { close: closeGateway, ...gatewayKeys } = await openGateway(settings, log);
  return {
    ...database,
    close: async () => {
      await closeGateway();
      await database.close();
    },
    settings,
    log,
    keys: openKeys(settings.tokenKey, settings.dataDir),
    gateway: createCeleroGateway({ url: gatewayKeys.url, apiKey: gatewayKeys.apiKey, timeoutMs: 60_000 }),
    gatewayKeys,
    media: openStore(settings),
    geocoder: openGeocoder(settings, database.db, (message) => log.warn(message)),
    gatewayCalls: new Set(),
    liveStreams: new Map(),
  };
}
