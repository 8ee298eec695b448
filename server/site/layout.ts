import { aiPage, productName, schemes } from '#shared/brand.ts';
import { type PageScript, pageScripts } from '#shared/page-scripts.ts';
import { type Language, languageNames, publicPath } from '#shared/texts/texts.ts';
import { type Html, html, type HtmlPart, trustedHtml, type Site } from './html.ts';
import { drawing } from './icon.ts';
import { manifestPath } from './manifest.ts';
import { pageParts } from './page-parts.ts';

const publicScripts = pageScripts.filter((name) => name !== 'submit-form');

/** The content security policy of public pages: only our own inline scripts, images and fonts. */
export function contentSecurityPolicy(allowedScripts: readonly PageScript[] = publicScripts): string {
  const { scripts, styles } = pageParts();
  return [
    "default-src 'none'",
    `style-src-elem ${styles.hash}`,
    "style-src-attr 'unsafe-inline'",
    `script-src ${allowedScripts.map((name) => scripts[name].hash).join(' ')}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The content security policy of the service worker, which only loads pages. */
export const workerSecurityPolicy =
  "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export type Page = {
  title: string;
  description: string;
  /** The page's own path, without its language: `/jobs?page=2`. */
  path: string;
  /** The path that search engines should show instead of the page's own, or null for none. */
  canonical?: string | null;
  isIndexed: boolean;
  /** More elements for the head: structured data, Open Graph. */
  head?: Html;
  body: Html;
  /** Shows only the brand and the languages in the header, so that nothing distracts from the page's task. */
  isMinimal?: boolean;
};

const logoMark = trustedHtml(`<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">${drawing}</svg>`);

const brand = ({ pathTo }: Site) => html`<a class="brand" href="${pathTo('/jobs')}">${logoMark}${productName}</a>`;

/** Links to the page in the other languages. A phone has room only for the language codes. */
function languageSwitch({ t, languages, language }: Site, path: string): Html | false {
  const otherLanguages: readonly Language[] = languages.filter((one) => one !== language);
  if (otherLanguages.length === 0) return false;
  return html`<nav class="language" aria-label="${t('common.language')}">
    ${otherLanguages.map(
      (otherLanguage) =>
        html`<a
          href="${publicPath(path, otherLanguage)}"
          lang="${otherLanguage}"
          hreflang="${otherLanguage}"
          title="${languageNames[otherLanguage]}"
          ><span class="only-phone">${otherLanguage.toUpperCase()}</span
          ><span class="only-wide">${languageNames[otherLanguage]}</span></a
        >`,
    )}
  </nav>`;
}

/** Replaces the links to sign in and sign up for a signed-in person. */
const accountLinks = ({ t }: Site, className: string) =>
  html`<a class="for-drivers ${className}" href="/members/home">${t('site.myAccount')}</a
    ><a class="for-staff ${className}" href="/">${t('site.yourPortal')}</a>`;

const minimalHeader = (site: Site, path: string) =>
  html`<header class="top"><div class="wrap narrow">${brand(site)}${languageSwitch(site, path)}</div></header>`;

function header(site: Site, path: string): Html {
  const { t } = site;
  return html`<header class="top">
    <div class="wrap">
      ${brand(site)} ${languageSwitch(site, path)}
      <nav aria-label="${t('common.account')}">
        <a class="only-wide for-visitors" href="${site.pathTo('/employers')}">${t('site.forEmployers')}</a
        ><a class="for-visitors" href="/login"
          ><span class="only-phone">${t('site.signInShort')}</span><span class="only-wide">${t('ui.signIn')}</span></a
        ><a class="button for-visitors" href="/signup?role=driver">${t('site.signUp')}</a>${accountLinks(site, 'button')}
      </nav>
    </div>
  </header>`;
}

function footer(site: Site): Html {
  const { t, rich, write, pathTo } = site;
  const source = (content: HtmlPart) => html`<a href="https://www.geonames.org/">${content}</a>`;
  return html`<footer class="foot">
    <div class="wrap quiet">
      <a href="${pathTo('/jobs')}">${t('ui.searchJobs')}</a><a class="for-visitors" href="/login">${t('ui.signIn')}</a
      ><a class="for-visitors" href="/signup?role=driver">${t('site.signUpAsADriver')}</a
      ><a href="${pathTo('/employers')}">${t('site.forEmployers')}</a
      ><a class="for-visitors" href="/signup">${t('site.postAJob')}</a>${accountLinks(site, '')}<a href="${pathTo(aiPage.path)}"
        >${write(aiPage.title)}</a
      >
      <span>${rich('site.placeDataCredit', { link: source })}</span>
    </div>
  </footer>`;
}

/** Links to the page in every language, for search engines. Visitors with another language get the first one. */
function alternates({ publicUrl, languages }: Site, path: string): Html | false {
  if (languages.length === 1) return false;
  const link = (code: string, language: string) =>
    html`<link rel="alternate" hreflang="${code}" href="${publicUrl}${publicPath(path, language)}" />`;
  return html`${languages.map((language) => link(language, language))}${link('x-default', languages[0] ?? '')}`;
}

export function renderPage(
  site: Site,
  { title, description, path, canonical = path, isIndexed, head, body, isMinimal = false }: Page,
): string {
  const { scripts, styles } = pageParts();
  return html`<!doctype html>
    <html lang="${site.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        ${scripts.start.element} ${styles.element}
        ${canonical !== null && html`<link rel="canonical" href="${site.publicUrl}${site.pathTo(canonical)}" />`}${isIndexed ? canonical === path && alternates(site, path) : html`<meta name="robots" content="noindex" />`}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="${schemes.light.rail}" />
        <link rel="icon" href="/site/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/site/icon-192.png" />
        <link rel="manifest" href="${manifestPath(site.language)}" />
        ${head}
      </head>
      <body>
        <a class="skip" href="#content">${site.t('common.skipToContent')}</a
        >${isMinimal ? minimalHeader(site, path) : header(site, path)}
        <main id="content">${body}</main>
        ${!isMinimal && footer(site)}
      </body>
    </html>`.source;
}

/** A page for a sandboxed frame: without header, footer and scripts. Links do nothing, because the frame may not open windows. */
export function renderPreview(site: Site, { title, body }: Pick<Page, 'title' | 'body'>): string {
  return html`<!doctype html>
    <html lang="${site.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <base target="_blank" />
        <title>${title}</title>
        ${pageParts().styles.element}
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.source;
}
