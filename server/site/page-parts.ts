import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import * as z from 'zod';
import { pageScripts } from '#shared/page-scripts.ts';
import { brandStyles } from './brand-styles.ts';
import { trustedHtml } from './html.ts';

export const toCspHash = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** An element of a page, and the hash by which the content security policy allows exactly this text. */
const inline = (name: 'script' | 'style', text: string) => ({
  element: trustedHtml(`<${name}>${text}</${name}>`),
  hash: toCspHash(text),
});

const builtSchema = z.object({
  scripts: z.record(
    z.enum(pageScripts),
    z.string().transform((text) => inline('script', text)),
  ),
  styles: z.string().transform((text) => inline('style', brandStyles + text)),
  serviceWorker: z.string(),
});

let parts: z.infer<typeof builtSchema> | undefined;

/**
 * The scripts and the stylesheet of the public pages, and the service worker, as `web/public-pages/build.ts` built them. They are small and inline, so
 * that nothing delays the first paint. The build is read for the first page, because commands and tests without pages need
 * none. It is read with `require`, so that `npm run dev` restarts the server after a new build.
 */
export function pageParts(): z.infer<typeof builtSchema> {
  parts ??= builtSchema.parse(createRequire(import.meta.url)('../../dist/public-pages.json'));
  return parts;
}
