import { buildWebIfStale } from './build-web.ts';

/** `npm start`: builds the web app where its build is missing or older than its sources, then serves everything. */
await buildWebIfStale();
const { startProcess } = await import('#server/process.ts');
await startProcess();
