import { mkdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/**
 * Runs the embedded engine in a separate thread behind a Unix socket, so that the same driver reaches it and a slow query
 * does not block the server. `open_datasync` makes each commit synchronous, which is not the engine's default.
 */
type WorkerOptions = { dataDir: string; path: string; durable: boolean };
export type EngineAnswer = { ready: true } | { ready: false; reason: string };
const postAnswer = (answer: EngineAnswer) => parentPort?.postMessage(answer);

const { dataDir, path, durable } = workerData as WorkerOptions;

try {
  mkdirSync(dataDir, { recursive: true });
  const params = durable
    ? [...PGlite.defaultStartParams.filter((flag) => flag !== '-F'), '-c', 'wal_sync_method=open_datasync']
    : PGlite.defaultStartParams;
  const engine = await PGlite.create({
    dataDir,
    extensions: { pg_trgm, btree_gin },
    startParams: [...params, '-c', 'shared_buffers=32MB'],
  });
  const server = new PGLiteSocketServer({ db: engine, path, maxConnections: 2 });
  await server.start();
  postAnswer({ ready: true });
  parentPort?.once('message', () => {
    void server
      .stop()
      .then(() => engine.close())
      .finally(() => process.exit(0));
  });
} catch (error) {
  postAnswer({ ready: false, reason: error instanceof Error ? error.message : String(error) });
}
