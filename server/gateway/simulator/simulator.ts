import { dayMs } from '#shared/days.ts';
import Fastify, { type FastifyInstance, type FastifyBaseLogger, LogController } from 'fastify';
import { startDeliveries } from './deliveries.ts';
import { requireKey, speakEnvelope, success } from './envelope.ts';
import { openLedger } from './ledger.ts';
import { tokenizerRoutes } from './tokenizer-routes.ts';
import { transactionRoutes } from './transaction-routes.ts';
import { statusAt, searchTransactions } from './transactions.ts';
import { vaultRoutes } from './vault.ts';
import { hkdfSync } from 'node:crypto';
import { keptSecret } from '#server/kept-secret.ts';

export type SimulatorOptions = {
  /** Answers browsers only: the card fields, not the API and not the ledger. */
  isForBrowsersOnly?: boolean;
  ledgerFile: string;
  /** Where browsers find the simulator, its prefix included. */
  publicUrl: string;
  apiKey: string;
  publicKey: string;
  webhookSecret: string;
  /** Where deliveries go; none are made without it. */
  webhookUrl?: string | null | undefined;
  /** How long the slow test card takes. */
  slowAnswerMs?: number;
  /** When the batch settles: before, a sale can be voided, after, refunded. */
  settleAfterMs?: number;
};

/**
 * The built-in gateway (`running: Test cards`): it speaks Celero's protocol over HTTP and keeps its own ledger, so that
 * the product meets it exactly as it meets the real one. No real card works here and no money moves.
 */
export async function simulator(app: FastifyInstance, options: SimulatorOptions): Promise<void> {
  const { apiKey, publicKey, publicUrl, webhookSecret, slowAnswerMs = 8000, settleAfterMs = dayMs } = options;
  const ledger = openLedger(options.ledgerFile);
  app.addHook('onClose', async () => ledger.close());
  speakEnvelope(app);
  tokenizerRoutes(app, { ledger, publicKey, publicUrl });
  if (options.isForBrowsersOnly) return;

  const deliveries = startDeliveries({ ledger, url: options.webhookUrl, secret: webhookSecret, log: app.log });
  app.addHook('preClose', async () => deliveries.close());
  await app.register(
    async (api) => {
      api.addHook('onRequest', requireKey(apiKey));
      transactionRoutes(api, { ledger, deliveries, slowAnswerMs, settleAfterMs });
      vaultRoutes(api, { ledger });
    },
    { prefix: '/api' },
  );

  /** For anybody's eyes: nothing in it is secret, and it shows that money moved once. */
  app.get<{ Querystring: { order_id?: string } }>('/ledger', async (request) => {
    const now = Date.now();
    const { found, total } = searchTransactions(ledger, { orderId: request.query.order_id, limit: 1000, offset: 0 }, now);
    const lines = found.map((row) => ({
      id: row.id,
      order_id: row.order_id,
      type: row.type,
      amount: row.amount,
      amount_authorized: row.authorized,
      status: statusAt(row, now),
      response_code: row.code,
      masked_card: row.masked,
      description: row.description,
      created_at: new Date(row.created_at).toISOString(),
    }));
    return success(lines, total);
  });
}

type SimulatorKeys = { apiKey: string; publicKey: string; webhookSecret: string };

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

export type StartedSimulator = { url: string; close: () => Promise<void> };
type StartOptions = Omit<SimulatorOptions, 'publicUrl'> & { port?: number; log?: FastifyBaseLogger };

/** The simulator alone on 127.0.0.1, for callers on this machine; its prefix is part of the `url` it answers at. */
export async function startSimulator({ port = 0, log, ...options }: StartOptions): Promise<StartedSimulator> {
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({ forceCloseConnections: true, ...(log && { loggerInstance: log }), logController });
  await app.register(simulator, { ...options, publicUrl: '', prefix: '/gateway' });
  const address = await app.listen({ host: '127.0.0.1', port });
  return { url: `${address}/gateway`, close: () => app.close() };
}
