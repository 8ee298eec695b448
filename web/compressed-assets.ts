import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** Quality 10, because 11 takes three times as long and saves only 2%. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Writes a Brotli copy (`.br`) next to each script, stylesheet and SVG image. The server sends the copies to browsers that accept Brotli
 * (`server/app-page/screens.ts`). They are a sixth smaller than what the server could compress for each request.
 */
export function compressedAssets(): Plugin {
  return {
    name: 'compressed-assets',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        files.map(async (name) => writeFile(join(dir, `${name}.br`), await compress(await readFile(join(dir, name)), options))),
      );
    },
  };
}
