import type { FastifyBaseLogger } from 'fastify';
import type { Assistant } from '#server/ai/port.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { PaymentGateway, PaymentService } from '#server/gateway/port.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { VirusScanner } from '#server/media/virus-scanner.ts';
import type { PushService } from '#server/notifications/push-service.ts';
import type { Geocoder } from '#server/places/geocoder.ts';
import type { CarrierRegistry } from '#server/registry/port.ts';
import type { SecurityLog } from '#server/security/record-event.ts';
import type { Keys } from '#server/session/keys.ts';
import type { Settings } from '#server/settings/env.ts';
import type { SmsService } from '#server/sms/port.ts';

/** What the process has opened, and the state that it keeps in memory. Tests replace external services with simulators. */
export type Services = OpenDatabase & {
  settings: Settings;
  keys: Keys;
  gateway: PaymentGateway;
  /** What the card form and the webhook need from the gateway. */
  payments: Pick<PaymentService, 'webhookName' | 'readWebhook' | 'cardFields'>;
  media: MediaStore;
  /** Null if files are not scanned. */
  scanner: VirusScanner | null;
  geocoder: Geocoder;
  sms: SmsService;
  push: PushService;
  /** Null without an AI service. */
  assistant: Assistant | null;
  /** Null if USDOT numbers cannot be checked. */
  registry: CarrierRegistry | null;
  log: FastifyBaseLogger;
  securityLog: SecurityLog;
  /** Gateway calls that the worker started and no longer waits for. */
  gatewayCalls: Set<{ task: 'charges' | 'refunds'; done: Promise<unknown> }>;
  /** The number of open live streams on this server, by user. */
  liveStreams: Map<string, number>;
};
