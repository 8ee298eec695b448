/** The fifty states and DC: two-letter code and name. */
export const usStates: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

/** The two-letter code for a state's code or name, in any case. Null if it is neither. */
export function stateCode(text: string): string | null {
  const word = text.trim();
  const upper = word.toUpperCase();
  if (upper in usStates) return upper;
  const lower = word.toLowerCase();
  return Object.keys(usStates).find((code) => usStates[code]?.toLowerCase() === lower) ?? null;
}

/** Spellings of the country that count as the US (`docs/product/companies.md#addresses`). */
export const usNames = ['USA', 'US', 'U.S.', 'EUA', 'EE. UU.'] as const;

export function isUnitedStates(country: string): boolean {
  const word = country.trim().toUpperCase();
  return word === 'UNITED STATES' || usNames.some((spelling) => spelling.toUpperCase() === word);
}
