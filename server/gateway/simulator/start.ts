import Fastify from 'fastify';
import { simulator, type SimulatorOptions } from './simulator.ts';

export type StartedSimulator = { url: string; close: () => Promise<void> };
type StartOptions = Omit<SimulatorOptions, 'publicUrl'> & { port?: number };

/** The simulator alone on 127.0.0.1; its prefix is part of the `url` it answers at. */
export async function startSimulator({ port = 0, ...options }: StartOptions): Promise<StartedSimulator> {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(simulator, { ...options, publicUrl: '', prefix: '/gateway' });
  const address = await app.listen({ host: '127.0.0.1', port });
  return { url: `${address}/gateway`, close: () => app.close() };
}
