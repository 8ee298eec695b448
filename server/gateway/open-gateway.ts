import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { celeroService } from '#server/gateway/celero/celero.ts';
import type { Settings } from '#server/settings/env.ts';
import type { PaymentService } from './port.ts';
import { simulatorKeys, type SimulatorOptions, startSimulator } from './simulator/simulator.ts';

const timeoutMs = 60_000;
const ledgerFile = ({ dataDir }: Settings) => join(dataDir, 'gateway.sqlite');
const webhookUrl = ({ host, port, worker }: Settings) => (worker === 'only' ? null : `http://${host}:${port}/webhooks/celero`);
const simulatorUrl = ({ publicUrl }: Settings) => `${publicUrl}/gateway`;

/** Opens the gateway in the settings. Without one, it starts a simulator on a port that only this machine can reach. */
export async function openGateway(settings: Settings, log: FastifyBaseLogger): Promise<PaymentService> {
  if (settings.celero) return celeroService({ ...settings.celero, timeoutMs, testMode: false });
  const keys = simulatorKeys(settings.simulatorKey, settings.dataDir);
  const options = { ...keys, ledgerFile: ledgerFile(settings), webhookUrl: webhookUrl(settings), log };
  const simulator = await startSimulator(options);
  return celeroService({ ...keys, ...simulator, timeoutMs, browserUrl: simulatorUrl(settings), testMode: true });
}

/**
 * The options of the simulator that this app serves at `/gateway`. The demo serves all of it, including the ledger. Otherwise
 * only the card fields are served, because browsers need them. Null with a real gateway.
 */
export function simulatorOptions(settings: Settings): SimulatorOptions | null {
  if (settings.gatewayUrl) return null;
  return {
    ...simulatorKeys(settings.simulatorKey, settings.dataDir),
    isForBrowsersOnly: !settings.demo,
    ledgerFile: ledgerFile(settings),
    publicUrl: simulatorUrl(settings),
    webhookUrl: webhookUrl(settings),
  };
}
