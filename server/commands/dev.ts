import { spawn, type SpawnOptions } from 'node:child_process';
import { developmentEnvironment } from '#server/settings/env.ts';
import { readOptions } from './options.ts';

readOptions({
  name: 'npm run dev',
  description: 'Serves everything while you develop: the server restarts and the web app reloads when a file changes.',
});

const options: SpawnOptions = { stdio: 'inherit', env: developmentEnvironment() };
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], options),
  spawn('vite', [], options),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
