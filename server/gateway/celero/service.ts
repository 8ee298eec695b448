import type { PaymentService } from '#server/gateway/port.ts';
import { createCeleroGateway } from './celero.ts';
import { verifyWebhook } from './webhook.ts';

export type CeleroKeys = {
  url: string;
  apiKey: string;
  publicKey: string;
  webhookSecret: string;
  /** Accepted besides while the secret is replaced. */
  previousWebhookSecret?: string | undefined;
};

type Options = CeleroKeys & {
  timeoutMs: number;
  /** The URL for browsers, if it differs from `url`: this app serves the simulator's card fields. */
  browserUrl?: string;
  testMode: boolean;
  close?: () => Promise<void>;
};

/** The payment service for Celero, or for the simulator, which speaks the same protocol. */
export function celeroService(options: Options): PaymentService {
  const { url, apiKey, publicKey, webhookSecret, previousWebhookSecret, timeoutMs, browserUrl = url, testMode, close } = options;
  const gatewayUrl = browserUrl.replace(/\/$/, '');
  return {
    gateway: createCeleroGateway({ url, apiKey, timeoutMs }),
    webhookName: 'celero',
    readWebhook: (rawBody, headers) => verifyWebhook(rawBody, headers, webhookSecret, previousWebhookSecret),
    cardFields: { publicKey, tokenizerUrl: `${gatewayUrl}/tokenizer/tokenizer.js`, gatewayUrl, testMode },
    close: close ?? (() => Promise.resolve()),
  };
}
