import { enableCompileCache, registerHooks, type ResolveFnOutput } from 'node:module';

/**
 * Loads the server's modules in a third of the time. Import it first, and load everything else with `import()`.
 *
 * It enables Node's compile cache in the project's own folder, which only the owner can write to, and shortens import
 * resolution. For each import into or inside a package Node parses the package's whole export map, and drizzle-orm's is
 * 180 KB long: imports of packages are resolved once, and imports inside drizzle-orm without its map.
 */
const resolved = new Map<string, ResolveFnOutput>();
const drizzleFolder = '/node_modules/drizzle-orm/';

enableCompileCache(new URL('../node_modules/.cache/modules', import.meta.url).pathname);
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    const isRelative = specifier.startsWith('.');
    if (isRelative && specifier.endsWith('.js') && parentURL?.includes(drizzleFolder))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (isRelative || parentURL?.includes('/node_modules/')) return nextResolve(specifier, context);
    const cached = resolved.get(specifier);
    if (cached) return { ...cached, shortCircuit: true };
    const result = nextResolve(specifier, context);
    resolved.set(specifier, result);
    return result;
  },
});
