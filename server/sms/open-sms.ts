import { hkdfSync } from 'node:crypto';
import { loadOrCreateSecret } from '#server/session/secret-file.ts';
import type { Settings } from '#server/settings/env.ts';
import type { SmsService } from './port.ts';
import { simulatedSms } from './simulator.ts';
import { twilioService } from './twilio.ts';

/** The key that signs the simulator's webhooks. */
export function simulatedToken(simulatorKey: string | undefined, dataDir: string): string {
  const secret = simulatorKey ?? loadOrCreateSecret(dataDir, 'simulator.key');
  return Buffer.from(hkdfSync('sha256', secret, 'haulboard-simulator', 'sms', 24)).toString('base64url');
}

export const textStatusPath = '/api/webhooks/text-status';

/** Opens the service in the settings, or the simulator. A service can report the state of a text only to an https URL. */
export function openSms({ sms, simulatorKey, dataDir, publicUrl }: Settings): SmsService {
  if (!sms) return simulatedSms({ dataDir, token: simulatedToken(simulatorKey, dataDir) });
  return twilioService({ ...sms, statusUrl: publicUrl.startsWith('https:') ? `${publicUrl}${textStatusPath}` : null });
}
