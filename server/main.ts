import './module-loading.ts';

const { startProcess } = await import('./process.ts');
await startProcess();
