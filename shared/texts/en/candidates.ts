export const candidates = {
  whyMatchScore: 'Why {matchScore}',
  pointsOfMaximum: '{points} of {of}',
  match: 'match',
  matchLabel: 'match (learn how Haulboard uses AI)',
} as const;
