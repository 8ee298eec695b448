import type { Services } from '#server/services.ts';

/** Where the card field asks for a token: the gateway of the settings, else the simulator beside this app. */
export function gatewayConfig({ settings, gatewayKeys }: Pick<Services, 'settings' | 'gatewayKeys'>) {
  const testMode = settings.celero === null;
  const gatewayUrl = testMode ? `${settings.publicUrl}/gateway` : gatewayKeys.url.replace(/\/$/, '');
  return { publicKey: gatewayKeys.publicKey, tokenizerUrl: `${gatewayUrl}/tokenizer/tokenizer.js`, gatewayUrl, testMode };
}
