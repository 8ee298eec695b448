import { adImageSize } from '#shared/ads.ts';
import { fonts, headingScale, radii, ramps, type Scheme, schemes } from '#shared/brand.ts';
import { largeLogo, smallLogo } from '#shared/companies/logo.ts';

type Variables = Readonly<Record<string, string | number>>;

const colors: Record<Scheme, Variables> = {
  light: {
    ...schemes.light,
    featured: ramps.orange[0],
    featuredLine: ramps.orange[2],
    flag: ramps.orange[7],
    good: ramps.green[7],
    bad: ramps.red[7],
  },
  dark: {
    ...schemes.dark,
    featured: '#231f22',
    featuredLine: '#5a3a20',
    flag: ramps.orange[4],
    good: ramps.green[4],
    bad: ramps.red[3],
  },
};

const sizes: Variables = {
  ...named('radius', radii),
  ...named('font', fonts),
  ...Object.fromEntries(headingScale.map((size, index) => [`text-h${index + 1}`, `${size}em`])),
  'logo-width': `${smallLogo.width}px`,
  'logo-ratio': `${largeLogo.width}/${largeLogo.height}`,
  'ad-ratio': `${adImageSize.width}/${adImageSize.height}`,
};

function named(start: string, variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`${start}-${name}`, value]));
}

const toCss = (variables: Variables) =>
  Object.entries(variables)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const light = `color-scheme:light;${toCss(colors.light)}`;
const dark = `color-scheme:dark;${toCss(colors.dark)}`;

/** The font and the brand as CSS variables, for `web/public-pages/styles.css`. A scheme that the reader chose wins. */
export const brandStyles = [
  `@font-face{font-family:'Inter Variable';font-style:normal;font-weight:100 900;font-display:optional;src:url(/site/inter.woff2) format('woff2')}`,
  `:root{${light};${toCss(sizes)}}`,
  `:root[data-scheme=dark]{${dark}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${dark}}}`,
].join('');
