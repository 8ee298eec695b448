/** Places that Haulboard does not cover (`docs/product/companies.md#addresses`): other countries, US territories and military mail. */
import { regionNamesIn } from '#shared/format.ts';
import { languages } from '#shared/texts/texts.ts';
import { foldPlaceName } from './place-names.ts';
import { isUnitedStates, stateCode } from './states.ts';

const toSet = (names: string) => new Set(names.split(',').map((name) => foldPlaceName(name)));

/** US territories and freely associated states, and the “states” of military mail. */
const territories = toSet(
  `PR,Puerto Rico,VI,USVI,Virgin Islands,US Virgin Islands,U.S. Virgin Islands,GU,Guam,AS,American Samoa,MP,CNMI,
  Northern Mariana Islands,FM,Micronesia,MH,Marshall Islands,PW,Palau,UM,AA,AE,AP,APO,FPO,DPO,APO AA,APO AE,APO AP,FPO AA,FPO AE,
  FPO AP,DPO AA,DPO AE,DPO AP,Armed Forces,Armed Forces Americas,Armed Forces Europe,Armed Forces Pacific`,
);

/** Provinces of Canada and states of Mexico, by name and by the abbreviations that no US state has. */
const provinces = toSet(
  `AB,BC,MB,NB,NL,NS,NT,NU,ON,PE,PEI,QC,SK,YT,Ont,Que,Alberta,British Columbia,Manitoba,New Brunswick,Newfoundland,
  Newfoundland and Labrador,Nova Scotia,Northwest Territories,Nunavut,Ontario,Prince Edward Island,Quebec,Saskatchewan,Yukon,
  Aguascalientes,Baja California,Baja California Norte,Baja California Sur,BCN,BCS,Campeche,Chiapas,Chihuahua,Chih,CDMX,
  Ciudad de Mexico,Coahuila,Coah,Colima,Durango,Dgo,Guanajuato,Gto,Guerrero,Hidalgo,Jalisco,Jal,Michoacan,Morelos,Nayarit,
  Nuevo Leon,Oaxaca,Puebla,Queretaro,Quintana Roo,San Luis Potosi,SLP,Sinaloa,Sonora,Tabasco,Tamaulipas,Tamps,Tlaxcala,Veracruz,
  Yucatan,Zacatecas,Zac,Estado de Mexico,Edomex,Son,Sin,Qro,Pue,Ver,Hgo,Nay,Oax,Yuc`,
);

const countryAbbreviations = toSet('UK,MEX,MX,CAN');

/** Names that mean another country after a city even without a comma. Short ones count in capitals only. */
const tailPattern =
  /^(?!(?:little|la|new)\s+\S+$).*\S\s+(?:mexico|m[eé]xico|canada|canad[aá]|ontario|qu[eé]bec|alberta|british columbia|manitoba|saskatchewan|nova scotia|puerto rico)$/iu;
const capitalTailPattern =
  /\p{L}\s+(?:PR|ON|QC|BC|AB|SK|MB|NS|NB|NL|PEI|BCS|SON|SIN|CHIH|COAH|TAMPS|JAL|DGO|ZAC|GTO|QRO|PUE|SLP|CDMX)$/u;

/** The first digits of ZIP codes in territories and of military mail. */
const outsideZipPattern = /^(?:00[6-9]|09\d|340|96[2-6]|969|96799)\d*$/;
const canadianPostalCode = /(?:^|[\s,])[a-z]\d[a-z] ?\d[a-z]\d$/i;

/** Whether a state or country is a US territory, or the region of military mail: `PR`, `Guam`, `APO AE`. */
export const isTerritory = (name: string): boolean => territories.has(foldPlaceName(name));

/** Whether a ZIP code is one of a US territory or of military mail: `00901`, `96910`, `09012`. */
export const isOutsideZip = (zip: string): boolean =>
  /^\d{5}(?:-\d{4})?$/.test(zip.trim()) && outsideZipPattern.test(zip.trim().slice(0, 5));

export type OutsidePlace = 'territory' | 'foreign';

/**
 * Whether a typed place is outside the fifty states and DC. The last part counts, because many US cities have the names of
 * other places: `London, KY` and `Ontario` are in the US, `London, Ontario` is not. Null if it can be in the US.
 */
export function outsidePlaceOf(text: string): OutsidePlace | null {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[,\s]+$/, '');
  if (canadianPostalCode.test(line)) return 'foreign';
  const zip = /(?:^|[,\s])(\d{5})(?:-\d{4})?$/.exec(line)?.[1];
  if (zip && isOutsideZip(zip)) return 'territory';
  const parts = (zip ? line.replace(/[,\s]*\d{5}(?:-\d{4})?$/, '') : line)
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  while (parts.length > 1 && isUnitedStates(parts.at(-1) ?? '')) parts.pop();
  const last = parts.at(-1);
  if (last === undefined || stateCode(last) || isUnitedStates(last)) return null;
  if (parts.length === 1) return outsideWithoutComma(last);
  if (isTerritory(last)) return 'territory';
  return isForeign(last) ? 'foreign' : null;
}

/** Whether the text is a country, or a province of a neighboring one. */
export function isForeign(text: string): boolean {
  if (isUnitedStates(text) || stateCode(text)) return false;
  const name = foldPlaceName(text);
  return provinces.has(name) || countryAbbreviations.has(name) || countryNames().has(name);
}

function outsideWithoutComma(text: string): OutsidePlace | null {
  const name = foldPlaceName(text);
  if (name.length > 3 && territories.has(name)) return 'territory';
  if (name === 'canada') return 'foreign';
  if (/\snew mexico$/.test(name)) return null;
  if (!tailPattern.test(text) && !capitalTailPattern.test(text)) return null;
  return /(?:puerto rico|pr)$/.test(name) ? 'territory' : 'foreign';
}

let cachedCountryNames: Set<string> | null = null;

/** The names of the world's countries in every language of the product, from the runtime. */
function countryNames(): Set<string> {
  if (cachedCountryNames) return cachedCountryNames;
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => code !== 'US');
  const names = languages.flatMap((language) => {
    const display = regionNamesIn(language);
    return codes.flatMap((code) => display.of(code) ?? []);
  });
  cachedCountryNames = new Set(names.map(foldPlaceName));
  return cachedCountryNames;
}
