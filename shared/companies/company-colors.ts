import { schemes } from '#shared/brand.ts';
import { type Text, text } from '#shared/texts/texts.ts';

/**
 * The colors that a company can choose for its public job pages and its own screens (`color_template` on the wire). Each
 * one has AA contrast with its text and contrasts with the pages of both color schemes (company-colors.test.ts), so a
 * company cannot choose an unreadable one.
 */
type CompanyColor = { code: string; label: Text; accent: string; hover: string; onAccent: string };

const white = '#ffffff';

export const companyColors = [
  {
    code: 'orange',
    label: text('catalogues.safetyOrange'),
    accent: schemes.light.accent,
    hover: schemes.light.accentHover,
    onAccent: schemes.light.onAccent,
  },
  { code: 'red', label: text('catalogues.red'), accent: '#cf3a3f', hover: '#bd3035', onAccent: white },
  { code: 'pink', label: text('catalogues.pink'), accent: '#c23a7c', hover: '#b02f6e', onAccent: white },
  { code: 'violet', label: text('catalogues.violet'), accent: '#7d5bd0', hover: '#6f4cc4', onAccent: white },
  { code: 'blue', label: text('catalogues.blue'), accent: '#2a6fdb', hover: '#1f60c8', onAccent: white },
  { code: 'teal', label: text('catalogues.teal'), accent: '#0b7f86', hover: '#0a6f75', onAccent: white },
  { code: 'green', label: text('catalogues.green'), accent: '#2b8043', hover: '#237038', onAccent: white },
  { code: 'slate', label: text('catalogues.slate'), accent: '#5b7083', hover: '#4f6374', onAccent: white },
] as const satisfies readonly CompanyColor[];

/** The color for a code. The product's own color if the company chose none or the code is no longer offered. */
export function companyColor(code: string | null): CompanyColor {
  return companyColors.find((color) => color.code === code) ?? companyColors[0];
}
