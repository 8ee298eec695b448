/** Makes a single-use card token, as the gateway's card fields do. */
export async function mintToken(gatewayUrl: string, publicKey: string, number: string): Promise<string> {
  const answer = await fetch(`${gatewayUrl}/api/tokenizer/${publicKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number, exp: '12/30', cvv: /^3[47]/.test(number) ? '1234' : '123' }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error(`No token for ${number}`);
  return token;
}

export type LedgerRow = {
  id: string;
  order_id: string;
  amount: number;
  amount_authorized: number;
  status: string;
  response_code: number;
};

/** The charges in the gateway's ledger, which every test about money compares with. */
export async function readLedger(gatewayUrl: string): Promise<LedgerRow[]> {
  const { data } = (await (await fetch(`${gatewayUrl}/ledger`)).json()) as { data: LedgerRow[] };
  return data;
}

export const approvedRows = (rows: readonly LedgerRow[]) =>
  rows.filter((row) => row.response_code >= 100 && row.response_code < 200 && !['voided', 'refunded'].includes(row.status));
