import type { CdlStatus, Endorsement, JobType } from '#shared/catalogues.ts';
import { foldText } from '#shared/fold-text.ts';
import { findOwnerOperator, findTypesOfDriving, findYears, saysToDrive } from './resume-experience.ts';
import { findCdl, findEndorsements } from './resume-license.ts';
import { either, type Found, type ResumeLine, toLines } from './resume-lines.ts';
import { findName, findPhone, findPlaces, type PlaceCandidate } from './resume-person.ts';

/** What a resume says about its driver. Null and empty mean that it says nothing clear. */
export type ResumeFacts = {
  firstName: Found<string> | null;
  lastName: Found<string> | null;
  /** Ten digits. */
  phone: Found<string> | null;
  /** Not compared with the list of places yet. */
  places: Found<PlaceCandidate>[];
  cdlStatus: Found<CdlStatus> | null;
  yearsOfExperience: Found<number> | null;
  workExperiences: Found<JobType[]> | null;
  endorsements: Found<Endorsement[]> | null;
  ownerOperator: Found<true> | null;
};

const nothing: ResumeFacts = {
  firstName: null,
  lastName: null,
  phone: null,
  places: [],
  cdlStatus: null,
  yearsOfExperience: null,
  workExperiences: null,
  endorsements: null,
  ownerOperator: null,
};

/** What companies write to drivers, and drivers do not write about themselves. */
const adWords: readonly RegExp[] = [
  either(
    /\b(?:we are|we're|now|is|are|currently) hiring\b|\bhiring\b.{0,40}\bdrivers?\b/,
    /\bdrivers? (?:needed|wanted)\b|\bestamos contratando\b|\bcontratamos\b|\bse solicitan?\b|\bse busca[n]?\b/,
  ),
  /\bapply (?:now|today|online|here|at|in person)\b|\b(?:aplique|solicite|inscribase) (?:hoy|ahora|en linea|ya)\b/,
  either(
    /\b(?:we|company) offers?\b|\bour (?:drivers|team|fleet|company|benefits)\b|\bofrecemos\b/,
    /\bnuestr[oa]s? (?:choferes|equipo|empresa|flota)\b/,
  ),
  /\b(?:must|should) (?:have|be|possess|hold)\b|\bapplicants? must\b|\b(?:debe|deben) tener\b/,
  /\bsign[- ]on bonus\b|\bbono de contratacion\b|\bhome (?:daily|weekly|every weekend)\b.*\bpay\b/,
  /\bequal opportunity employer\b|\beoe\b/,
  either(
    /^(?:job )?(?:requirements|responsibilities|benefits|job description|qualifications required)\s*:?$/,
    /^(?:job )?(?:minimum qualifications|pay|salary)\s*:?$/,
    /^(?:requisitos|beneficios|sueldo)\s*:?$/,
  ),
  /\bjoin our\b|\bunase a\b|\bcall (?:us|our|recruiting|a recruiter)\b|\bllame (?:a|hoy|ahora)\b|\bllamenos\b|\bcall \(?\d{3}/,
  either(
    /\b(?:competitive|weekly) (?:pay|salary|wages)\b|\bbenefits (?:package|include)\b/,
    /\bpaid (?:time off|vacation|orientation|training)\b|\b401\(?k\)?/,
  ),
];
const minAdWords = 3;
/** A text without headings is short, or no resume. */
const minAdWordsOfPlainText = 2;

/** Whether the text is a company's ad for a job. Its license and years are what the company asks for. */
function isJobAd(lines: readonly ResumeLine[]): boolean {
  const found = adWords.filter((pattern) => lines.some(({ folded }) => pattern.test(folded)));
  const isPlain = lines.every(({ section }) => section === 'top');
  return found.length >= (isPlain ? minAdWordsOfPlainText : minAdWords);
}

const spanishWords = either(
  /\b(?:experiencia|choferes|chofer|conductor|licencias?|educacion|telefono|direccion|anos|manejo|camion)\b/g,
  /\b(?:trabajo|empresa|escuela|habilidades|objetivo|referencias)\b/g,
);
const minSpanishWords = 3;

/**
 * Reads what a resume says about its driver, in English or Spanish, by rules (`docs/product/drivers.md#filling-in-from-a-resume`). What
 * is unclear is left out. The birth date and everything that the profile does not ask for are not read.
 */
export function readResumeFacts(text: string, today: Date): ResumeFacts {
  const lines = toLines(text);
  if (isJobAd(lines)) return nothing;
  const spanishInText = new Set(foldText(text).match(spanishWords));
  const name = findName(lines, spanishInText.size >= minSpanishWords);
  const cdlStatus = findCdl(lines, today);
  const isDriver = saysToDrive(lines) || (cdlStatus !== null && cdlStatus.value !== 'No CDL');
  return {
    firstName: name?.firstName ?? null,
    lastName: name?.lastName ?? null,
    phone: findPhone(lines),
    places: findPlaces(lines),
    cdlStatus,
    yearsOfExperience: isDriver ? findYears(lines, today) : null,
    workExperiences: isDriver ? findTypesOfDriving(lines) : null,
    endorsements: findEndorsements(lines),
    ownerOperator: findOwnerOperator(lines, today),
  };
}
