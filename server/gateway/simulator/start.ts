import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { simulator, type SimulatorOptions } from './simulator.ts';

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
