import type { Settings } from './env.ts';
import { version } from './version.ts';

/** What a process that is ready prints for whoever started it; one that only works in the background has no address to name. */
export function announcement({ publicUrl, demo, worker }: Pick<Settings, 'publicUrl' | 'demo' | 'worker'>): string {
  if (worker === 'only') return `Haulboard ${version} runs background jobs only and serves no web pages (WORKER=only)\n`;
  const lines = [`Haulboard ${version} is ready at ${publicUrl}`];
  if (demo) {
    lines.push('Demo accounts, password Demo#2026:');
    lines.push('  companyadmin@demo.example (Prairie Freight), driver@demo.example, superadmin@demo.example,');
    lines.push('  company@, invoice@, admin@, internal@, newsadmin@, news@, ads@ (all @demo.example)');
  }
  return `${lines.join('\n')}\n`;
}
