import { enableCompileCache, registerHooks, type ResolveFnOutput } from 'node:module';

/**
 * Halves the time to load the server's modules, from 3.6 s of processor time to 2.0 s. Import it first, and load everything
 * else with `import()`.
 *
 * It enables Node's compile cache in the project's own folder, which only the owner can write to. It also caches import
 * resolution: Node would parse a package's whole export map for each import, and drizzle-orm's is 180 KB long and imported
 * by 250 files.
 */
const resolved = new Map<string, ResolveFnOutput>();

enableCompileCache(new URL('../node_modules/.cache/modules', import.meta.url).pathname);
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isRelative = specifier.startsWith('.');
    if (isRelative || context.parentURL?.includes('/node_modules/')) return nextResolve(specifier, context);
    const known = resolved.get(specifier);
    if (known) return { ...known, shortCircuit: true };
    const result = nextResolve(specifier, context);
    resolved.set(specifier, result);
    return result;
  },
});
