/**
 * The brand's constants: what the app's theme and the server-rendered public pages both paint with. Night-asphalt navy for
 * structure, one safety orange for the single main action of a screen, green, amber and red for states only.
 */
export const productName = 'Haulboard';

/** Ten steps each, light to dark. Text steps keep 4.5:1 on the surfaces they are used on (`brand.test.ts`). */
type Ramp = readonly [string, string, string, string, string, string, string, string, string, string];

export const ramps = {
  navy: ['#f1f5fb', '#dfe8f5', '#c0d1ea', '#98b3db', '#7094ca', '#4b72b3', '#385c9c', '#2b4880', '#203661', '#152545'],
  orange: ['#fff5ec', '#ffe5d0', '#ffc9a1', '#ffa96b', '#ff8c3d', '#fb7316', '#d95a08', '#b04507', '#8a370c', '#692b0d'],
  gray: ['#f7f8fa', '#eff1f5', '#e4e8ee', '#d3d9e2', '#b3bbc8', '#828d9f', '#5d687b', '#465164', '#2e384a', '#1a2333'],
  dark: ['#d8deea', '#b6c0d0', '#929eb3', '#7c89a0', '#3a475e', '#2b374c', '#1e293b', '#151e2f', '#0e1524', '#090e19'],
  green: ['#ecf9f1', '#d2f1df', '#a5e2bf', '#71ce9a', '#43b87a', '#219b5e', '#137f4a', '#0e673d', '#0b5132', '#083c26'],
  amber: ['#fff8e8', '#ffecc2', '#ffdb8d', '#ffc855', '#f6b127', '#db950d', '#a86f06', '#875806', '#684409', '#4b3109'],
  red: ['#fef2f2', '#fddfdf', '#fabcbc', '#f59292', '#ed6666', '#d83a3a', '#c02626', '#9f1e1e', '#7c1919', '#5a1414'],
} as const satisfies Record<string, Ramp>;

export const ink = '#0f1828';
export const paper = '#ffffff';

/** Surfaces and lines of both schemes. */
export const surfaces = {
  light: { canvas: ramps.gray[0], body: paper, raised: paper, line: ramps.gray[2], text: ink, dimmed: ramps.gray[6], link: ramps.navy[7] },
  dark: {
    canvas: ramps.dark[8],
    body: ramps.dark[7],
    raised: ramps.dark[6],
    line: ramps.dark[5],
    text: ramps.dark[0],
    dimmed: ramps.dark[2],
    link: ramps.navy[3],
  },
} as const;

/** The structure that stays night in both schemes: sidebar, auth scenes, the public footer. */
export const night = { base: '#101a2e', deep: '#0a1120', line: '#24314b', text: '#c5cfdf', bright: '#ffffff', hover: '#1b2741' } as const;

export const radius = { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1.25rem' } as const;
export const spacing = { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' } as const;
export const fontSizes = { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.125rem', xl: '1.375rem' } as const;
export const shadows = {
  xs: '0 1px 2px rgb(15 24 40 / 0.06)',
  sm: '0 1px 3px rgb(15 24 40 / 0.08), 0 1px 2px rgb(15 24 40 / 0.05)',
  md: '0 4px 12px rgb(15 24 40 / 0.09), 0 1px 3px rgb(15 24 40 / 0.06)',
  lg: '0 12px 28px rgb(15 24 40 / 0.13), 0 3px 8px rgb(15 24 40 / 0.06)',
  xl: '0 24px 56px rgb(15 24 40 / 0.2), 0 6px 16px rgb(15 24 40 / 0.08)',
} as const;

/** Widths in pixels at which the layout changes (`spec: access §9`). */
export const breakpoints = { mobile: 500, tablet: 768, desktop: 1230, large: 1440 } as const;

export const fontStack = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
