import { dayMs } from '#shared/days.ts';
import type { FastifyInstance } from 'fastify';
import { startDeliveries } from './deliveries.ts';
import { requireKey, speakEnvelope, success } from './envelope.ts';
import { openLedger } from './ledger.ts';
import { tokenizerRoutes } from './tokenizer-routes.ts';
import { transactionRoutes } from './transaction-routes.ts';
import { statusAt, searchTransactions } from './transactions.ts';
import { vaultRoutes } from './vault-routes.ts';

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
