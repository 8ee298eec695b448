import { productName } from '#shared/brand.ts';
import { type Html, html, jsonScript, type Site } from './html.ts';

type SharedPage = {
  title: string;
  description: string;
  /** Without the language. */
  path: string;
  /** The path of the company's logo. */
  logo: string | null;
  /** The page's structured data for search engines. */
  data: object;
};

/** The elements of a page's head for links in messages and social networks (Open Graph), and for search engines. */
export function shareHead({ publicUrl, pathTo }: Site, { title, description, path, logo, data }: SharedPage): Html {
  return html`<meta property="og:type" content="website" /><meta property="og:site_name" content="${productName}" /><meta
      property="og:title"
      content="${title}"
    /><meta property="og:description" content="${description}" /><meta
      property="og:url"
      content="${publicUrl}${pathTo(path)}"
    />${logo && html`<meta property="og:image" content="${publicUrl}${logo}" />`}<meta name="twitter:card" content="summary" />
    <script type="application/ld+json">
      ${jsonScript(data)}
    </script>`;
}
