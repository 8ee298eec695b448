import type { Catalogue } from '#shared/texts/texts.ts';

export const candidates: Catalogue['candidates'] = {
  whyMatchScore: 'Por qué {matchScore}',
  pointsOfMaximum: '{points} de {of}',
  match: 'compatible',
  matchLabel: 'compatible (vea cómo usa Haulboard la IA)',
};
