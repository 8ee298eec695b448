import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { openDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import { createCeleroGateway } from '#server/gateway/celero.ts';
import type { SimulatorOptions } from '#server/gateway/simulator/simulator.ts';
import { openStore } from '#server/media/open-store.ts';
import { openGeocoder } from '#server/places/open-geocoder.ts';
import { openKeys } from '#server/session/keys.ts';
import type { Services } from './services.ts';

/** The gateway that is asked: the one of the settings, else the simulator in this very process. */
export type GatewaySettings = { url: string; apiKey: string; publicKey: string; webhookSecret: string };

const simulated = { apiKey: 'api_simulator', publicKey: 'pub_simulator', webhookSecret: 'simulator-webhook-secret' };

export function gatewaySettings(settings: Settings, port: number): GatewaySettings {
  return settings.celero ?? { url: `http://${settings.host}:${port}/gateway`, ...simulated };
}

export function simulatorOptions(settings: Settings, port: number): SimulatorOptions | null {
  if (settings.celero) return null;
  return {
    ...simulated,
    ledgerFile: join(settings.dataDir, 'gateway.sqlite'),
    publicUrl: `${settings.publicUrl}/gateway`,
    webhookUrl: `http://${settings.host}:${port}/webhooks/celero`,
  };
}

/** Opens what the settings name. `port` is where this process will listen (the simulator is asked over HTTP like any gateway). */
export async function openServices(settings: Settings, log: FastifyBaseLogger, port: number): Promise<Services> {
  const database = await openDatabase({ ...settings.database, dataDir: settings.dataDir });
  const { url, apiKey } = gatewaySettings(settings, port);
  return {
    ...database,
    settings,
    log,
    keys: openKeys(settings.tokenKey, settings.dataDir),
    gateway: createCeleroGateway({ url, apiKey, timeoutMs: 60_000 }),
    gatewayKeys: gatewaySettings(settings, port),
    media: openStore(settings),
    geocoder: openGeocoder(settings, database.db, (message) => log.warn(message)),
  };
}
