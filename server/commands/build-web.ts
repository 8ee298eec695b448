import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const builtFiles = ['dist/web/.vite/manifest.json', 'dist/public-pages.json'].map((name) => join(root, name));
const sources = ['web', 'shared', 'vite.config.ts', 'package-lock.json'];

export async function buildWebIfStale(): Promise<void> {
  const builtTime = Math.min(...builtFiles.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)));
  if (newestChangeTime(sources.map((name) => join(root, name))) <= builtTime) return;
  process.stdout.write('Building the web app …\n');
  const { status } = spawnSync('vite', ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit', env: undefined });
  if (status !== 0) {
    process.stderr.write('The web app could not be built\n');
    process.exit(1);
  }
}

function newestChangeTime(paths: string[]): number {
  return Math.max(
    0,
    ...paths.filter(existsSync).map((path) => {
      const stats = statSync(path);
      return stats.isDirectory()
        ? newestChangeTime(
            readdirSync(path)
              .filter((name) => !name.includes('.gen.'))
              .map((name) => join(path, name)),
          )
        : stats.mtimeMs;
    }),
  );
}
