import type { FastifyBaseLogger } from 'fastify';
import type { OpenDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Geocoder } from '#server/places/geocoder.ts';
import type { Keys } from '#server/session/keys.ts';

/** What a process has opened, handed to whoever needs it; tests put simulators of outside services in. */
export type Services = OpenDatabase & {
  settings: Settings;
  keys: Keys;
  gateway: PaymentGateway;
  /** What the card fields and the webhook need to know of the gateway. */
  gatewayKeys: { url: string; apiKey: string; publicKey: string; webhookSecret: string };
  media: MediaStore;
  geocoder: Geocoder;
  log: FastifyBaseLogger;
};
