import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { breakpoints, fonts, headingScale, radii, ramps, schemes, spacing, type Ramp, type Scheme } from '#shared/brand.ts';

/** The titles of dialogs and drawers look the same. */
const titleStyles = { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)', lineHeight: 1.35 } };

const tuple = (ramp: Ramp): MantineColorsTuple => [...ramp];

/**
 * The accent is orange with navy text in both schemes. Other colors use Mantine's shades, except for the text: Mantine checks
 * its contrast only against the light scheme's shade, but filled buttons are light in the dark scheme.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled' || !input.color || !(input.color in input.theme.colors)) return colors;
  if (input.color !== 'orange') return { ...colors, color: 'var(--brand-onFilled)' };
  return {
    ...colors,
    background: 'var(--brand-accent)',
    hover: 'var(--brand-accentHover)',
    color: 'var(--brand-onAccent)',
    border: 'calc(0.0625rem * var(--mantine-scale)) solid transparent',
  };
};

export const theme = createTheme({
  primaryColor: 'navy',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: {
    navy: tuple(ramps.navy),
    orange: tuple(ramps.orange),
    green: tuple(ramps.green),
    amber: tuple(ramps.amber),
    yellow: tuple(ramps.amber),
    red: tuple(ramps.red),
    gray: tuple(ramps.gray),
    dark: tuple(ramps.asphalt),
  },
  black: ramps.gray[9],
  fontFamily: fonts.text,
  fontFamilyMonospace: fonts.code,
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontFamily: fonts.text,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.45' },
      h5: { fontSize: '0.875rem', lineHeight: '1.45' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  radius: radii,
  defaultRadius: 'md',
  spacing,
  breakpoints,
  shadows: {
    xs: '0 1px 2px rgb(13 28 50 / 6%)',
    sm: '0 1px 2px rgb(13 28 50 / 6%), 0 2px 6px rgb(13 28 50 / 5%)',
    md: '0 2px 4px rgb(13 28 50 / 5%), 0 8px 24px rgb(13 28 50 / 9%)',
    lg: '0 4px 8px rgb(13 28 50 / 5%), 0 18px 48px rgb(13 28 50 / 14%)',
    xl: '0 8px 16px rgb(13 28 50 / 6%), 0 32px 80px rgb(13 28 50 / 20%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Modal: {
      defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.5, blur: 2 } },
      styles: titleStyles,
    },
    Drawer: { styles: titleStyles },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Popover: { defaultProps: { shadow: 'md', radius: 'lg' } },
    // Mantine's placeholder for the first focus would be a child that a menu must not have (axe: aria-required-children).
    Menu: { defaultProps: { shadow: 'md', radius: 'lg', withInitialFocusPlaceholder: false } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

const brandVariables = (scheme: Scheme) =>
  Object.fromEntries(Object.entries(schemes[scheme]).map(([name, value]) => [`--brand-${name}`, value]));

/** The tinted backgrounds of the dark scheme, because Mantine's own are nearly black on our gray. */
const darkTints = Object.fromEntries(
  (['navy', 'orange', 'green', 'amber', 'yellow', 'red', 'gray'] as const).flatMap((name) => [
    [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-5) 18%, transparent)`],
    [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, var(--mantine-color-${name}-5) 28%, transparent)`],
    [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`],
  ]),
);

/** Defines the `--brand-…` variables, and replaces Mantine colors that would not have AA contrast on our grays. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(headingScale.map((size, index) => [`--text-h${index + 1}`, `${size}em`])),
  light: {
    ...brandVariables('light'),
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
  },
  dark: {
    ...brandVariables('dark'),
    ...darkTints,
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
  },
});
