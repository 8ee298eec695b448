import { escapeHtml } from '#server/escape-html.ts';
import { type Html, html, trusted } from './html.ts';
import { hashOf, script } from './layout.ts';
import { styles } from './styles.ts';
import { breakpoints, radii } from '#shared/brand.ts';

const tablet = `@media (min-width:${breakpoints.sm})`;

/** Until the app has drawn, its own root stays out of sight; the app takes the opening away, and this sheet with it (web/App.tsx). */
const openingStyles =
  `#opening~#root{visibility:hidden;height:0;overflow:hidden}.failed{display:none}[data-failed] .failed{display:block;margin-top:1rem}[data-failed] .bone{display:none}
.headline{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:flex-start;gap:1rem;margin-bottom:1.25rem}.headline>div{flex:1 1 12rem;min-width:0}.headline p{margin-top:.25rem;max-width:46rem;font-size:.9375rem;line-height:1.6}
.narrow{width:min(100% - 2rem,43rem);margin-inline:auto}main.narrow{padding-block:1.5rem 4rem}.top .narrow{display:flex;align-items:center;min-height:4rem}.narrow .headline{margin-bottom:1.5rem}.narrow .headline p,.narrow .card p{font-size:.875rem;line-height:1.45}
.narrow .card{padding:1rem}.narrow .card h2{font-size:.9375rem;line-height:1.55;font-weight:600;text-wrap:wrap}.narrow .from{display:flex;align-items:center;gap:.625rem}.narrow .from img{flex:none;width:49px;height:auto;aspect-ratio:343/133;object-fit:contain;background:#fff}.narrow .card .pay{margin-top:.25rem}.narrow .facts{gap:.5rem;margin-top:.5rem}.narrow .facts li{padding-block:0;line-height:1.25rem}
.ways{display:grid;gap:.75rem;margin-top:1.25rem}
.bone{height:8.5rem;margin-top:1rem;border-radius:${radii.md};background:var(--soft)}
.portal{display:grid;min-height:100dvh}.portal .rail{display:none;background:var(--rail)}.portal .bar{min-height:3.75rem;background:var(--surface);border-bottom:1px solid var(--line)}.portal .button{min-height:2.25rem;padding:.25rem 1.125rem;font-size:.875rem}.portal main{width:100%;max-width:88rem;margin:0 auto;padding:1rem 1rem 4rem}
${tablet}{.portal{grid-template-columns:16rem minmax(0,1fr)}[data-collapsed] .portal{grid-template-columns:5.5rem minmax(0,1fr)}.portal .rail{display:block}.portal main{padding:2.5rem 2.5rem 4rem}}`.replace(
    /\n/g,
    '',
  );

/** Before the first paint: how wide is the reader's sidebar? Whether somebody is signed in, the script of all pages knows. */
const readReader = `(()=>{try{if(localStorage.getItem('sidebarCollapsed')==='true')document.documentElement.dataset.collapsed=''}catch{}})()`;

/**
 * The app's files wait in a template until the opening is painted, which they would hold up; where the opening is all that a
 * visitor needs (`data-for`), they come for those only who are signed in. A few at a time, because asking for a file takes a
 * phone a millisecond or two, and between them it answers a tap. A page in the background paints nothing: it goes on by itself.
 */
const goOn = `(()=>{const t=document.getElementById('app');if(t.dataset.for&&!('member' in document.documentElement.dataset))return;addEventListener('error',(e)=>{if(e.target instanceof HTMLScriptElement)document.documentElement.dataset.failed=''},true);const go=()=>{for(let i=0;i<8&&t.content.firstChild;i++)document.head.append(t.content.firstChild);if(t.content.firstChild)setTimeout(go)};requestAnimationFrame(()=>setTimeout(go));setTimeout(go,500)})()`;

/** Where the app cannot be fetched, nothing loads any more. */
export const failed = html`<p class="failed" role="alert">This page didn’t finish loading. <a href="">Reload</a></p>`;

/** For the policy of the page (server/built-app.ts). */
export const openingHashes = [script, readReader, goOn].map(hashOf);

const files = /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?\s*/g;

export type Opening = {
  title: string;
  head?: Html;
  body: Html;
  /** A visitor needs no more than the opening: the app is for those who are signed in. */
  isAllForVisitors: boolean;
};

/** The app's page with something to read on it before the app is there. */
export function withOpening(page: string, { title, head, body, isAllForVisitors }: Opening): string {
  const fontAndRest = isAllForVisitors ? styles : styles.replace(/@font-face\{[^}]*\}/, '');
  const opening = html`<div id="opening">
    <style>
      ${trusted(fontAndRest + openingStyles)}</style
    >${body}
  </div>`;
  const begun = page
    .replace(
      /<title>.*?<\/title>/,
      () => `<title>${escapeHtml(title)}</title>${head?.source ?? ''}<script>${script}</script><script>${readReader}</script>`,
    )
    .replace('<div id="root"></div>', (root) => opening.source + root);
  const app = begun.match(files) ?? [];
  const whose = isAllForVisitors ? ' data-for="members"' : '';
  return begun
    .replace(files, '')
    .replace('</body>', () => `<template id="app"${whose}>${app.join('')}</template><script>${goOn}</script></body>`);
}
