import './start/module-loading.ts';

const { startProcess } = await import('./start/process.ts');
await startProcess();
