// @engine embedded
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataFolder } from '#tests/helpers/database.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

/** The built-in payment gateway as other machines can reach it. */
const outside = ['/gateway/ledger', '/gateway/ledger?order_id=x', '/gateway/api/transaction/x', '/gateway/api/vault/x'];
const published = 'api_simulator';
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

describe('in production, where it was asked for', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ dataDir: createDataFolder(), env: { NODE_ENV: 'production', GATEWAY: 'simulator' } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(server.dataDir, { recursive: true });
  });

  it('says so in the log, and keeps random keys for itself', () => {
    expect(server.output()).toMatch(/Payments are simulated/);
    const file = join(server.dataDir, 'keys', 'simulator.key');
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('answers browsers only, from outside', async () => {
    expect(await statusOf(`${server.url}/gateway/tokenizer/tokenizer.js`)).toBe(200);
    expect(await statusOf(`${server.url}/gateway/api/tokenizer/pub_simulator`)).toBe(401);
    for (const path of outside) {
      expect(await statusOf(`${server.url}${path}`), path).toBe(404);
      expect(await statusOf(`${server.url}${path}`, { headers: { authorization: published } }), path).toBe(404);
    }
    for (const path of ['transaction', 'transaction/search', 'transaction/x/refund', 'vault/customer'])
      expect(await statusOf(`${server.url}/gateway/api/${path}`, { method: 'POST', body: '{}' }), path).toBe(404);
  });
});
