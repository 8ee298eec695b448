import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { simulatorKeys } from '#server/gateway/simulator/simulator.ts';
import type { TestApp } from './app.ts';

/** Tests set the simulator's key, because they need the keys that are derived from it. */
export const testSimulatorKey = 'simulator-key-of-tests-simulator-key-of-tests';
export const testGatewayKeys = simulatorKeys(testSimulatorKey, '');

/** The test cards (`docs/product/running.md#test-cards`). */
export const testCards = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  lostAnswer: '4000000000000978',
  partial: '4000000000000986',
  serverError: '4000000000000994',
  slow: '4000000000000960',
} as const;

/** Exchanges a test card for a token of the simulator, as a payer's browser does. */
export async function createCardToken(
  gatewayUrl: string,
  cardNumber: string = testCards.approved,
  publicKey = testGatewayKeys.publicKey,
): Promise<string> {
  const response = await fetch(`${gatewayUrl}/api/tokenizer/${publicKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: cardNumber, exp: '12/39', cvv: /^3[47]/.test(cardNumber) ? '1234' : '123' }),
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
  response_code: number;
};

/** Reads the simulator's ledger, which shows how money moved. */
export async function readLedgerLines(gatewayUrl: string, orderId?: string): Promise<LedgerLine[]> {
  const response = await fetch(`${gatewayUrl}/ledger${orderId ? `?order_id=${orderId}` : ''}`);
  return ((await response.json()) as { data: LedgerLine[] }).data;
}

/** Settles the batch, after which a payment can be refunded but not voided. */
export function settleBatch({ services }: TestApp): void {
  const ledgerDatabase = new DatabaseSync(join(services.settings.dataDir, 'gateway.sqlite'));
  ledgerDatabase.exec('UPDATE transactions SET settles_at = 0');
  ledgerDatabase.close();
}

/** Finds the sales that were approved and not voided. */
export function filterApprovedSales(lines: readonly LedgerLine[]): LedgerLine[] {
  return lines.filter(({ status, type }) => type === 'sale' && (status === 'pending_settlement' || status === 'settled'));
}
