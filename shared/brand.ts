import { text } from '#shared/texts/texts.ts';

/**
 * Colors, sizes and names of Haulboard as constants, for the app's theme and the server-rendered public pages
 * (`docs/product/screens.md#look`). Each color ramp runs from light to dark in even OKLCH steps.
 */
export const productName = 'Haulboard';

/** The public page that explains how AI is used. The app links to it wherever it shows a match percent. */
export const aiPage = { path: '/how-we-use-ai', title: text('ui.aiPageTitle') } as const;

export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string];

export const ramps = {
  navy: ['#f5f8fc', '#eaf0f8', '#d3dff0', '#b4c7e3', '#8fa9d1', '#6688b9', '#476a9d', '#2e4d7b', '#1b3253', '#0d1c32'],
  orange: ['#fff5ee', '#feeadc', '#ffd2b3', '#feb281', '#ff9250', '#ff6e01', '#e65c00', '#be4800', '#943809', '#66260a'],
  green: ['#effaf2', '#dbf4e2', '#b7e9c7', '#84daa3', '#4ec480', '#26ab67', '#099052', '#077542', '#04562f', '#05381e'],
  amber: ['#fff8e6', '#ffefc8', '#ffdd96', '#ffc75a', '#f5af20', '#e09600', '#c07b07', '#975c0e', '#73420d', '#4f2b0a'],
  red: ['#fff4f3', '#fee7e4', '#fecdc9', '#feaba5', '#f97f7a', '#ee5454', '#d53139', '#b31b28', '#86111b', '#590a0f'],
  gray: ['#f9fafb', '#f2f4f7', '#e5e8ec', '#d6d9de', '#bdc1c8', '#8c939c', '#636974', '#49505a', '#30363f', '#181d25'],
  /** The dark scheme's own grays: text first, backgrounds last. */
  asphalt: ['#d9dee6', '#b7beca', '#969fae', '#677285', '#333e4f', '#252f40', '#1c2535', '#111a28', '#0a121e', '#060b14'],
} as const satisfies Record<string, Ramp>;

const { navy, orange, gray, asphalt } = ramps;

/** Colors by purpose. Text on the accent color is navy, because its contrast is 6:1. The contrast of white would be 2.8:1. */
export const schemes = {
  light: {
    page: gray[0],
    surface: '#ffffff',
    line: gray[2],
    soft: gray[1],
    control: gray[5],
    text: gray[9],
    dimmed: gray[6],
    link: navy[7],
    accent: orange[5],
    accentHover: '#ff8426',
    onAccent: navy[9],
    onFilled: '#ffffff',
    rail: navy[9],
    railText: navy[2],
    railHover: navy[8],
  },
  dark: {
    page: asphalt[8],
    surface: asphalt[7],
    line: asphalt[5],
    soft: asphalt[6],
    control: asphalt[3],
    text: asphalt[0],
    dimmed: asphalt[2],
    link: navy[4],
    accent: orange[5],
    accentHover: '#ff8426',
    onAccent: navy[9],
    onFilled: navy[9],
    rail: asphalt[9],
    railText: asphalt[1],
    railHover: asphalt[6],
  },
} as const;

export type Scheme = keyof typeof schemes;

export const fonts = {
  text: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  code: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
} as const;

/**
 * The sizes of headings 1 to 6 in rich text, as multiples of the surrounding text. Each level is larger than the next and
 * never smaller than the text. The app, the public pages and the PDF export all use them.
 */
export const headingScale = [1.6, 1.4, 1.25, 1.14, 1.06, 1] as const;

export const radii = { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' } as const;
export const spacing = { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' } as const;

/** Mobile 500, tablet 768, desktop 1230, large laptop 1440, in em of 16 px (`docs/product/screens.md#sizes`). */
export const breakpoints = { xs: '31.25em', sm: '48em', md: '62em', lg: '76.875em', xl: '90em' } as const;
