import { schemes } from '#shared/brand.ts';

/**
 * A company's colour: the accent of its public job pages and the stripe over its own screens (`spec: work §3 Company`,
 * color_template). Each reads with its letters at AA and stands out from the pages of both schemes (company-colors.test.ts),
 * so that nobody can choose one that drivers cannot read.
 */
type CompanyColor = { code: string; label: string; accent: string; hover: string; onAccent: string };

const white = '#ffffff';

export const companyColors = [
  {
    code: 'orange',
    label: 'Safety orange',
    accent: schemes.light.accent,
    hover: schemes.light.accentHover,
    onAccent: schemes.light.onAccent,
  },
  { code: 'red', label: 'Red', accent: '#cf3a3f', hover: '#bd3035', onAccent: white },
  { code: 'pink', label: 'Pink', accent: '#c23a7c', hover: '#b02f6e', onAccent: white },
  { code: 'violet', label: 'Violet', accent: '#7d5bd0', hover: '#6f4cc4', onAccent: white },
  { code: 'blue', label: 'Blue', accent: '#2a6fdb', hover: '#1f60c8', onAccent: white },
  { code: 'teal', label: 'Teal', accent: '#0b7f86', hover: '#0a6f75', onAccent: white },
  { code: 'green', label: 'Green', accent: '#2b8043', hover: '#237038', onAccent: white },
  { code: 'slate', label: 'Slate', accent: '#5b7083', hover: '#4f6374', onAccent: white },
] as const satisfies readonly CompanyColor[];

/** None chosen, or one that is no longer offered: the product's own. */
export function companyColor(code: string | null): CompanyColor {
  return companyColors.find((color) => color.code === code) ?? companyColors[0];
}
