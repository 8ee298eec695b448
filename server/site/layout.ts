import { createHash } from 'node:crypto';
import { aiPage, productName, schemeStorageKey, schemes } from '#shared/brand.ts';
import { roles } from '#shared/access/access.ts';
import { accessTokenKey } from '#shared/access/session-keys.ts';
import { adScript } from './ads.ts';
import { appliedScript } from './applied-script.ts';
import { applyScript } from './apply-script.ts';
import { type Html, html, trusted } from './html.ts';
import { searchScript } from './search-script.ts';
import { styles } from './styles.ts';
import { writeText } from '#shared/texts/write-text.ts';

/**
 * Marks drivers, who have their own start page. All others are redirected from `/` (`web/routes/index.tsx`). It only
 * affects what is shown.
 */
const readMember = `const t=localStorage.getItem('${accessTokenKey}');delete d.member;if(t){d.member='staff';const{roles:r}=JSON.parse(atob(t.split('.')[1].replaceAll('-','+').replaceAll('_','/')));if(r.every(n=>n==='${roles.driver}'))d.member='driver'}`;

/**
 * Runs before the first paint, and when the browser restores the page: applies the chosen color scheme, marks whether
 * someone is signed in, and opens the filters on wide screens. An image that fails to load is replaced by its fallback.
 */
export const script = `(()=>{addEventListener('error',({target:t})=>{if(t instanceof HTMLImageElement&&t.dataset.instead)t.replaceWith(t.dataset.instead)},true);const d=document.documentElement.dataset,read=()=>{try{const c=localStorage.getItem('${schemeStorageKey}');if(c==='light'||c==='dark')d.scheme=c;else delete d.scheme;${readMember}}catch{}};read();addEventListener('pageshow',e=>{if(e.persisted)read()});addEventListener('DOMContentLoaded',()=>{const f=document.querySelector('.filters');if(f&&matchMedia('(min-width:62em)').matches)f.open=true})})()`;

export const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** The content security policy of public pages: only our own inline scripts, images and fonts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src-elem ${hashOf(styles)}`,
  "style-src-attr 'unsafe-inline'",
  `script-src ${[script, adScript, searchScript, appliedScript, applyScript].map(hashOf).join(' ')}`,
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Must stay exactly as it is hashed. */
const scriptElement = trusted(`<script>${script}</script>`);
const styleElement = trusted(`<style>${styles}</style>`);

export type Page = {
  title: string;
  description: string;
  /** The full URL of the page itself. */
  canonical: string | null;
  isIndexed: boolean;
  /** More elements for the head: structured data, Open Graph. */
  head?: Html;
  body: Html;
  /** Shows the brand as the only link, so that nothing distracts from the page's task. */
  isPlain?: boolean;
};

const drawing = `<rect width="32" height="32" rx="8" fill="#1b3253"/><path d="M12.6 6h2.2L12 26H6.4z" fill="#fff"/><path d="M19.4 6h-2.2L20 26h5.6z" fill="#fff"/><path d="M15.5 6h1l.2 4h-1.4zM15.2 12.5h1.6l.3 5h-2.2zM14.8 20h2.4l.4 6h-3.2z" fill="#ff6e01"/>`;
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}</svg>`;
const mark = trusted(`<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">${drawing}</svg>`);

/** Links to all jobs. */
export const brand = html`<a class="brand" href="/jobs">${mark}${productName}</a>`;

/** Replaces the links to sign in and sign up for a signed-in person. */
const ownStart = (look: string) =>
  html`<a class="for-drivers ${look}" href="/members/home">My account</a><a class="for-staff ${look}" href="/">Your portal</a>`;

const plainHeader = html`<header class="top"><div class="wrap narrow">${brand}</div></header>`;

const header = html`<header class="top">
  <div class="wrap">
    ${brand}
    <nav aria-label="Account">
      <a class="only-wide for-visitors" href="/signup">For employers</a><a class="for-visitors" href="/login">Sign in</a
      ><a class="button for-visitors" href="/signup?role=driver">Sign up</a>${ownStart('button')}
    </nav>
  </div>
</header>`;

const footer = html`<footer class="foot">
  <div class="wrap quiet">
    <a href="/jobs">Search jobs</a><a class="for-visitors" href="/login">Sign in</a
    ><a class="for-visitors" href="/signup?role=driver">Sign up as a driver</a
    ><a class="for-visitors" href="/signup">Post a job</a>${ownStart('')}<a href="${aiPage.path}"
      >${writeText(aiPage.title, 'en')}</a
    >
    <span>Place data: <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0</span>
  </div>
</footer>`;

export function renderPage({ title, description, canonical, isIndexed, head, body, isPlain = false }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        ${scriptElement} ${styleElement}
        ${canonical && html`<link rel="canonical" href="${canonical}" />`}${!isIndexed && html`<meta name="robots" content="noindex" />`}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="${schemes.light.rail}" />
        <link rel="icon" href="/site/icon.svg" type="image/svg+xml" />
        ${head}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>${isPlain ? plainHeader : header}
        <main id="content">${body}</main>
        ${!isPlain && footer}
      </body>
    </html>`.source;
}
