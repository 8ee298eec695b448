/** What `vite build` writes down of each piece: its file, its styles, what it imports at once and what later. */
type Piece = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] };
export type Manifest = Record<string, Piece>;

type Screen = { address: RegExp; gaps: number; depth: number; links: string };

const entry = 'index.html';
const otherSections = 'routeTree.gen.ts';

/**
 * For an address the `<link>`s of all files that its screen and the frames around it are made of, so that a browser fetches
 * them side by side: by itself it learns of each only from the one before, five round trips deep. Empty where no screen is.
 */
export function screenLinks(manifest: Manifest): (path: string) => string {
  const routes = Object.keys(manifest).flatMap((key) => {
    const file = /^routes\/(.+)\.tsx\?/.exec(key)?.[1];
    return file && !file.startsWith('__') ? [{ key, steps: file.split(/[/.]/) }] : [];
  });
  const screens = routes.map(({ steps }): Screen => {
    const around = routes.filter((other) => other.steps.every((step, index) => step === steps[index]));
    const shown = steps.filter((step) => step !== 'index' && !step.startsWith('_'));
    const address = shown.map((step) => (step.startsWith('$') ? '[^/]+' : escaped(step.replace(/_$/, '')))).join('/');
    return {
      address: new RegExp(`^/${address}/?$`),
      depth: steps.length,
      gaps: shown.filter((step) => step.startsWith('$')).length,
      links: linksOf(
        manifest,
        around.map(({ key }) => key),
      ),
    };
  });
  // Before the frame of a section goes the screen at its own address; before a gap goes what is written out.
  screens.sort((a, b) => a.gaps - b.gaps || b.depth - a.depth);
  return (path) => screens.find(({ address }) => address.test(path))?.links ?? '';
}

const escaped = (text: string) => text.replace(/[^\w-]/g, String.raw`\$&`);

function linksOf(manifest: Manifest, routes: readonly string[]): string {
  const pieces = new Map<string, Piece>();
  const add = (key: string): void => {
    const piece = manifest[key];
    if (!piece || pieces.has(key)) return;
    pieces.set(key, piece);
    for (const imported of piece.imports ?? []) add(imported);
  };
  add(entry);
  const atTheEntrance = new Set([...pieces.values()].flatMap(({ dynamicImports = [] }) => dynamicImports));
  if (!routes.every((key) => atTheEntrance.has(key))) add(otherSections);
  routes.forEach(add);
  const files = [...pieces.values()];
  const scripts = files.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const styles = new Set(files.flatMap(({ css = [] }) => css));
  return [...scripts, ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)].join('');
}
