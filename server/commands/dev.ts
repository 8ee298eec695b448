import { spawn } from 'node:child_process';
import { readOptions } from './options.ts';

readOptions({
  name: 'npm run dev',
  description: 'Serves everything while you develop: the server restarts and the web app reloads when a file changes.',
});

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], { stdio: 'inherit' }),
  spawn('vite', [], { stdio: 'inherit' }),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
