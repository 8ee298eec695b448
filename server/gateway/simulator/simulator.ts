import { hkdfSync } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyBaseLogger, LogController } from 'fastify';
import type { StoredCardRef, CardDetails } from '#server/gateway/port.ts';
import { loadOrCreateSecret } from '#server/session/secret-file.ts';
import { dayMs } from '#shared/days.ts';
import { startDeliveries } from './deliveries.ts';
import { requireKey, addErrorEnvelope, success, openLedger } from './ledger.ts';
import { tokenizerRoutes, readEntry } from './tokenizer-routes.ts';
import { transactionRoutes } from './transaction-routes.ts';
import { statusAt, searchTransactions, recordSale } from './transactions.ts';
import { vaultRoutes, cardsOf, createCustomer } from './vault.ts';

export type SimulatorOptions = {
  /** Serves only browsers: the card fields, without the API and the ledger. */
  isForBrowsersOnly?: boolean;
  ledgerFile: string;
  /** The simulator's URL for browsers, including its prefix. */
  publicUrl: string;
  apiKey: string;
  publicKey: string;
  webhookSecret: string;
  /** The URL for webhooks. Without a URL, no webhooks are sent. */
  webhookUrl?: string | null | undefined;
  /** How long the slow test card takes. */
  slowAnswerMs?: number;
  /** When a sale settles. Until then it can be voided, and afterward it can be refunded. */
  settleAfterMs?: number;
};

/**
 * The built-in gateway (`docs/product/running.md#test-cards`). It speaks Celero's protocol over HTTP and keeps its own
 * ledger, so that the product uses it exactly like the real one. No real card works and no money moves.
 */
export async function simulator(app: FastifyInstance, options: SimulatorOptions): Promise<void> {
  const { apiKey, publicKey, publicUrl, webhookSecret, slowAnswerMs = 8000, settleAfterMs = dayMs } = options;
  const ledger = openLedger(options.ledgerFile);
  app.addHook('onClose', async () => ledger.close());
  addErrorEnvelope(app);
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

  /** Public, because it contains no secrets. Tests read it to see that each order was charged once. */
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
 * The simulator's keys, derived from SIMULATOR_KEY or from a secret in the data folder. Servers that share either one have
 * the same keys, and no one else knows them.
 */
export function simulatorKeys(simulatorKey: string | undefined, dataDir: string): SimulatorKeys {
  const secret = simulatorKey ?? loadOrCreateSecret(dataDir, 'simulator.key');
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'haulboard-simulator', purpose, 24)).toString('base64url');
  return { apiKey: `api_${derive('api')}`, publicKey: `pub_${derive('public')}`, webhookSecret: derive('webhook') };
}

export type StartedSimulator = { url: string; close: () => Promise<void> };
type StartOptions = Omit<SimulatorOptions, 'publicUrl'> & { port?: number; log?: FastifyBaseLogger };

/** Starts the simulator alone on 127.0.0.1, for this machine only. The `url` includes its prefix. */
export async function startSimulator({ port = 0, log, ...options }: StartOptions): Promise<StartedSimulator> {
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({ forceCloseConnections: true, ...(log && { loggerInstance: log }), logController });
  await app.register(simulator, { ...options, publicUrl: '', prefix: '/gateway' });
  const address = await app.listen({ host: '127.0.0.1', port });
  return { url: `${address}/gateway`, close: () => app.close() };
}

export type TestSale = { orderId: string; amountCents: number; description: string; at: Date };

/**
 * Adds past sales on a stored test card for demo data. Each sale settles a day later. Returns the transaction ids in the same
 * order. The simulator does not need to run.
 */
export function storeTestSales(ledgerFile: string, card: StoredCardRef, sales: readonly TestSale[]): string[] {
  const ledger = openLedger(ledgerFile);
  try {
    return ledger.atomically(() =>
      sales.map(({ orderId, amountCents, description, at }) => {
        const source = { customerId: card.customerId, cardId: card.paymentMethodId };
        const timing = { now: at.getTime(), slowAnswerMs: 0, settleAfterMs: dayMs };
        const request = { type: 'sale' as const, amount: amountCents, orderId, description, idempotency: null, source };
        const sale = recordSale(ledger, request, timing);
        if (sale === 'failed') throw new TypeError('This test card does not take sales');
        return sale.row.id;
      }),
    );
  } finally {
    ledger.close();
  }
}

type TestCard = { number: string; exp: string; holderName: string };

/** Stores a test card in the vault without a browser, for demo data. The simulator does not need to run. */
export function storeTestCard(
  ledgerFile: string,
  { number, exp, holderName }: TestCard,
): { ref: StoredCardRef; card: CardDetails } {
  const entry = readEntry({ number, exp, cvv: /^3[47]/.test(number) ? '1234' : '123' }, new Date());
  if (entry.kind !== 'card') throw new TypeError('This is not a test card with a future date');
  const { card } = entry;
  const ledger = openLedger(ledgerFile);
  try {
    return ledger.atomically(() => {
      const [first_name = '', ...rest] = holderName.split(' ');
      const address = { first_name, last_name: rest.join(' ') };
      const customerId = createCustomer(ledger, { description: holderName, address, card }, Date.now());
      const paymentMethodId = cardsOf(ledger, customerId)[0]?.id ?? '';
      return {
        ref: { customerId, paymentMethodId },
        card: { cardType: card.brand, maskedNumber: card.masked, expirationDate: card.expiry },
      };
    });
  } finally {
    ledger.close();
  }
}
