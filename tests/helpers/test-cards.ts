import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { simulatorKeys } from '#server/gateway/simulator/simulator.ts';
import type { TestApp } from './app.ts';

/** Set by tests, so that they know the simulator's keys. */
export const testSimulatorKey = 'simulator-key-of-tests-simulator-key-of-tests';
export const testGatewayKeys = simulatorKeys(testSimulatorKey, '');

/** Turns a test card (`docs/product/running.md#test-cards`) into a token on the simulator's page, as a payer's browser does. */
export const testCards = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  lostAnswer: '4000000000000978',
  partial: '4000000000000986',
  serverError: '4000000000000994',
  slow: '4000000000000960',
} as const;

export async function cardToken(
  gatewayUrl: string,
  number: string = testCards.approved,
  publicKey = testGatewayKeys.publicKey,
): Promise<string> {
  const response = await fetch(`${gatewayUrl}/api/tokenizer/${publicKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number, exp: '12/39', cvv: '123' }),
  });
  const answer = (await response.json()) as { status: string; token?: string };
  if (!answer.token) throw new Error(`The simulator gave no token: ${JSON.stringify(answer)}`);
  return answer.token;
}

export type LedgerLine = {
  id: string;
  order_id: string;
  type: string;
  amount: number;
  amount_authorized: number;
  status: string;
};

/** The simulator's ledger, which shows how money moved. */
export async function ledgerOf(gatewayUrl: string, orderId?: string): Promise<LedgerLine[]> {
  const response = await fetch(`${gatewayUrl}/ledger${orderId ? `?order_id=${orderId}` : ''}`);
  return ((await response.json()) as { data: LedgerLine[] }).data;
}

/** Settles the batch, after which a payment can be refunded but not voided. */
export function settleBatch({ services }: TestApp): void {
  const book = new DatabaseSync(join(services.settings.dataDir, 'gateway.sqlite'));
  book.exec('UPDATE transactions SET settles_at = 0');
  book.close();
}

/** The lines that kept money. */
export function approvedSales(lines: readonly LedgerLine[]): LedgerLine[] {
  return lines.filter(({ status, type }) => type === 'sale' && (status === 'pending_settlement' || status === 'settled'));
}
