import { hkdfSync } from 'node:crypto';
import { keptSecret } from '#server/kept-secret.ts';

export type SimulatorKeys = { apiKey: string; publicKey: string; webhookSecret: string };

/**
 * Keys of this installation's simulator, derived from SIMULATOR_KEY or from a secret in the data folder, so that nodes which
 * share either one agree and nobody else knows them.
 */
export function simulatorKeys(simulatorKey: string | undefined, dataDir: string): SimulatorKeys {
  const secret = simulatorKey ?? keptSecret(dataDir, 'simulator.key');
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'haulboard-simulator', purpose, 24)).toString('base64url');
  return { apiKey: `api_${derive('api')}`, publicKey: `pub_${derive('public')}`, webhookSecret: derive('webhook') };
}
