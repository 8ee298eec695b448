import type { FastifyBaseLogger } from 'fastify';
import type { OpenDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import type { PaymentGateway, PaymentService } from '#server/gateway/port.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Geocoder } from '#server/places/geocoder.ts';
import type { Keys } from '#server/session/keys.ts';

/** What a process has opened, and the state that it keeps in memory; tests replace outside services with simulators. */
export type Services = OpenDatabase & {
  settings: Settings;
  keys: Keys;
  gateway: PaymentGateway;
  /** What the card fields and the webhook need to know of the gateway. */
  payments: Pick<PaymentService, 'webhookName' | 'readWebhook' | 'cardFields'>;
  media: MediaStore;
  geocoder: Geocoder;
  log: FastifyBaseLogger;
  /** What the worker has begun at the gateway and no longer waits for. */
  gatewayCalls: Set<{ task: 'charges' | 'refunds'; done: Promise<unknown> }>;
  /** Live streams that are open on this node, by user. */
  liveStreams: Map<string, number>;
};
