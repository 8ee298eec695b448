import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request as send, type RequestOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sessions } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { openKeys } from '#server/session/keys.ts';
import { signAccessToken } from '#server/session/tokens.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { freePort, type RunningServer, startServer } from './server.ts';

/** Two real servers behind a proxy, on one separate PostgreSQL server. */
export type TwoNodes = {
  /** The proxy's URL. */
  url: string;
  nodes: RunningServer[];
  /** For each company, a bearer token of one employee. */
  tokens: string[];
  startNode: (index: number) => Promise<void>;
  /** Stops the database server and starts it again, as an operator would. */
  restartDatabase: () => Promise<void>;
  close: () => Promise<void>;
};

const tokenKey = 'two-nodes-token-key-two-nodes-token-key';

/** Starts the servers. Returns null if PostgreSQL is not installed. */
export async function openTwoNodes({ companies }: { companies: number }): Promise<TwoNodes | null> {
  const folder = mkdtempSync(join(tmpdir(), 'haulboard-two-nodes-'));
  // The files are in a separate folder, because PostgreSQL may run as another user who needs access.
  const dataFolder = mkdtempSync(join(tmpdir(), 'haulboard-two-nodes-database-'));
  const port = await freePort();
  const firstCluster = await startCluster({ dataFolder, port });
  if (!firstCluster) return null;
  let cluster: Cluster = firstCluster;
  const databaseUrl = `${cluster.url}/postgres`;
  const tokens = await signInEmployers(databaseUrl, folder, companies);
  const ports = [await freePort(), await freePort()];
  const start = (index: number) =>
    startServer({
      dataDir: join(folder, `node-${index}`),
      port: ports[index] ?? 0,
      env: { NODE_ENV: 'test', DEMO: 'off', TOKEN_KEY: tokenKey, DATABASE_URL: databaseUrl, DATABASE_POOL: '8' },
    });
  const nodes = await Promise.all([start(0), start(1)]);
  const proxy = await startProxy(ports);
  return {
    url: proxy.url,
    nodes,
    tokens,
    startNode: async (index) => {
      nodes[index] = await start(index);
    },
    restartDatabase: async () => {
      await cluster.stop();
      cluster = (await startCluster({ dataFolder, port })) ?? cluster;
    },
    close: async () => {
      proxy.close();
      await Promise.all(nodes.map((node) => node.stop()));
      await cluster.stop();
      for (const path of [folder, dataFolder]) rmSync(path, { recursive: true, force: true });
    },
  };
}

async function signInEmployers(url: string, dataDir: string, companies: number): Promise<string[]> {
  const database = await openDatabase({ url, dataDir });
  const tokens: string[] = [];
  for (let index = 0; index < companies; index += 1) tokens.push(await signInEmployer(database.db, dataDir));
  await database.close();
  return tokens;
}

async function signInEmployer(db: Database, dataDir: string): Promise<string> {
  const company = await makeCompany(db);
  const { id: userId, roles } = await makeEmployee(db, company.id);
  const session = { id: newId(), userId, deviceId: 'twonodes', kind: 'rest' as const, refreshHash: newId() };
  await db.insert(sessions).values({ ...session, expiresAt: new Date(Date.now() + 86_400_000) });
  const claims = { userId, sessionId: session.id, sessionVersion: 1, deviceId: session.deviceId, roles };
  return signAccessToken(openKeys({ current: tokenKey }, dataDir), { ...claims, impersonatedId: null, impersonatorId: null });
}

/**
 * Forwards requests to the servers in turn, as a load balancer does, and skips a server that does not listen. If a response
 * is lost, it repeats reads, but answers changes with 502, because their result is unknown.
 */
export async function startProxy(ports: readonly number[]): Promise<{ url: string; close: () => void }> {
  const agent = new Agent({ keepAlive: true });
  let requestCount = 0;
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const startIndex = (requestCount += 1);
    for (let attempt = 0; attempt < ports.length; attempt += 1) {
      const port = ports[(startIndex + attempt) % ports.length] ?? 0;
      const outcome = await forwardTo(
        { agent, port, method: request.method ?? 'GET', path: request.url ?? '/', headers: request.headers },
        body,
        response,
      );
      if (outcome === 'answered') return;
      if (outcome === 'lost' && request.method !== 'GET') break;
    }
    response.writeHead(502).end('{}');
  };
  const server = createServer((request, response) => void forward(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

type Outcome = 'answered' | 'lost' | 'refused';

function forwardTo(options: RequestOptions, body: Buffer, response: ServerResponse): Promise<Outcome> {
  return new Promise((resolve) => {
    const outgoing = send({ host: '127.0.0.1', ...options }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('end', () => resolve('answered'));
      answer.on('error', () => {
        response.destroy();
        resolve('answered');
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost'));
    outgoing.end(body);
  });
}
