import type { CdlStatus, Endorsement } from '#shared/catalogues.ts';
import { type Clause, clausesOf, either, excerptOf, type Found, joinExcerptsOf, type ResumeLine } from './resume-lines.ts';

/** What a job requires, what someone wishes or learns, and what has ended, is not what the driver has. */
const notHeldBefore = either(
  /\b(?:must|hir(?:e|es|ing)|requires?|required|requirements?|looking|seek(?:s|ing)?|obtain a)\b[^.;]*$/,
  /\b(?:to (?:get|obtain|earn|acquire)|will|plan(?:ning)?|pursuing|working (?:on|toward)|studying)\b[^.;]*$/,
  /\b(?:enrolled|interested|instructor|taught|train(?:ed|ing|er)?|teach\w*|recruit\w*|supervis\w*)\b[^.;]*$/,
  /\b(?:manag\w*|formerly|previous(?:ly)?|expired|lapsed|suspended|revoked|no|not|non|never)\b[^.;]*$/,
  /\b(?:without|don't|lost|need(?:ed)?|eligible|applied|sin|requier\w*|requerid\w*|necesit\w*)\b[^.;]*$/,
  /\b(?:busc\w*|obtener|estudi\w*|vencid\w*|suspendid\w*|perdi|quiero|dispuest\w*)\b[^.;]*$/,
);
const notHeldAfter = either(
  /^[^.;]{0,30}?\b(?:required|preferred|needed|training|schools?(?! bus)|courses?|program|student)\b/,
  /^[^.;]{0,30}?\b(?:instructor|expired|lapsed|suspended|revoked|surrendered|cancel+ed|in (?:progress|process)|pending|expected)\b/,
  /^[^.;]{0,30}?\b(?:vencid\w*|suspendid\w*|requerid\w*|en (?:proceso|tramite)|curso|escuela|capacitacion)\b/,
);

const expiry = /^[^;|]{0,20}?\b(?:exp|valid (?:until|thru|through|to)|vence|valida hasta|vigente hasta)[^;|]{0,20}?\b(\d{4})\b/;

/** Whether the words after a license say that it ended in an earlier year. */
const hasEnded = (after: string, today: Date) => Number(expiry.exec(after)?.[1] ?? Infinity) < today.getFullYear();

const isHeld = (folded: string, at: number, length: number) =>
  !notHeldBefore.test(folded.slice(0, at)) && !notHeldAfter.test(folded.slice(at + length));

const isOfDriver = ({ section }: ResumeLine) => section !== 'references' && section !== 'other';

const classPatterns: readonly RegExp[] = [
  /\bcdl[\s:,/()-]{0,4}(?:class|clase|type|tipo)?[\s:-]{0,2}["']?([abc])\b["']?/g,
  /\b(?:class|clase|tipo|type)[\s:-]{0,2}["']?([abc])["']?[\s,()/-]{1,3}(?:cdl|commercial|comercial|driver'?s? licen|licen|(?:truck )?driver|(?:tractor|otr)\b)/g,
  /\b(?:licen[cs]e|licencia|lic\.?|cdl\)?)[^.;|]{0,40}?\b(?:class|clase|tipo|type)[\s:-]{0,2}["']?([abc])\b/g,
  /\b([abc])[\s-](?:class )?cdl\b/g,
];
/** In the section about licenses, the class needs no further words. */
const bareClass = /\b(?:class|clase)[\s:-]{0,2}["']?([abc])\b/g;
const permit = either(
  /\b(?:clp\b|(?:commercial )?learner'?s? permit|cdl (?:learner'?s? )?permit|class [abc] permit)/,
  /\b(?:permiso (?:de aprend\w+|comercial|de cdl))/,
);
const noCdl = either(
  /\b(?:(?:do not|don't) have (?:a |my )?cdl|no cdl(?! required| needed)|without a cdl)\b/,
  /\b(?:no tengo (?:licencia )?cdl|sin (?:licencia )?cdl)\b/,
);

/** A license of another country is no CDL. */
const ofAnotherCountry = /\b(?:federal|mexic\w+|canad\w+|dui|sct)\b/;
const obtained = /\b(?:licen\w+|obtained|earned|received|passed|obtuv\w+)\b/;

type Held = { code: CdlStatus; excerpt: string };

function classesIn(line: ResumeLine, today: Date): Held[] {
  return clausesOf(line, /[;|•·!?]|\.(?!\d)/g).flatMap(({ folded, at }) => {
    // A school's certificate is no license yet.
    if (permit.test(folded) || ofAnotherCountry.test(folded) || (line.section === 'education' && !obtained.test(folded)))
      return [];
    return [...classPatterns, ...(line.section === 'license' ? [bareClass] : [])].flatMap((pattern) =>
      [...folded.matchAll(pattern)].flatMap((match) => {
        const end = match.index + match[0].length;
        if (!isHeld(folded, match.index, match[0].length) || hasEnded(line.folded.slice(at + end), today)) return [];
        const code = `Class ${match[1]?.toUpperCase()}` as CdlStatus;
        return [{ code, excerpt: excerptOf(line, at + match.index, match[0].length) }];
      }),
    );
  });
}

const firstWhere = (lines: readonly ResumeLine[], pattern: RegExp) => {
  for (const line of lines) {
    const match = pattern.exec(line.folded);
    if (match && isHeld(line.folded, match.index, match[0].length)) return { line, match };
  }
  return null;
};

/** The class of the license. A permit counts if there is no license, and "No CDL" only if the file says so. */
export function findCdl(lines: readonly ResumeLine[], today: Date): Found<CdlStatus> | null {
  const ownLines = lines.filter(isOfDriver);
  // Class A includes B, and B includes C, so the first in this order is the license that the driver has now.
  const [held] = ownLines.flatMap((line) => classesIn(line, today)).toSorted((one, other) => one.code.localeCompare(other.code));
  if (held) return { value: held.code, excerpt: held.excerpt };
  const onPermit = firstWhere(ownLines, permit);
  if (onPermit) return { value: 'Permit', excerpt: excerptOf(onPermit.line, onPermit.match.index, onPermit.match[0].length) };
  const without = ownLines.filter(({ section }) => section !== 'experience').find(({ folded }) => noCdl.test(folded));
  return without ? { value: 'No CDL', excerpt: excerptOf(without) } : null;
}

const namedEndorsements: readonly [Endorsement, RegExp][] = [
  [
    'X',
    either(
      /\bx[- ](?:endorsement|endoso)/,
      /\b(?:tanker|hazmat|cisterna) ?[/&+-] ?(?:hazmat|tanker|haz ?mat) ?\(?(?:combo|combination|x)\b/,
      /\bendos(?:o|ement) x\b/,
    ),
  ],
  ['H', /\bhaz[- ]?mat\b|\bhazardous materials?\b|\bmateriales? peligrosos?\b/],
  ['N', /\btankers?\b|\btank vehicles?\b|\b(?:vehiculos? )?(?:cisternas?|tanques?)\b/],
  ['T', /\bdoubles?\b|\btriples?\b|\bdobles?\b/],
  ['P', /\bpassengers?\b|\bpasajeros?\b/],
  ['S', /\bschool bus\b|\b(?:autobus|bus|camion) escolar\b/],
];
const namesEndorsements = /\bendors|\bendos(?:o|ad)/;
const letterList =
  /\b(?:endorse(?:ments?|d)?|endosos?)\b[\s:(-]*(?:for |with |de )?((?:[hntpsx](?:\b|$)[\s,/&+]*(?:and |y )?){1,7})(?=$|[^a-z]|\b)/g;
const listAfterClass = /\bcdl\b[^;|.]{0,30}?\b(?:w\/|with|con) ?((?:[hntpsx]\b[\s,/&+]*(?:and |y )?){1,7})/g;
const notHeld = either(
  /\b(?:no|none|ninguno|not|non|without|except|expired|lapsed|pending|will|willing|working|can (?:get|obtain))\b/,
  /\b(?:able to (?:get|obtain)|in (?:progress|process)|plan\w*|applied|studying|required?|preferred|must)\b/,
  /\b(?:sin|vencid\w*|excepto|pendiente|en (?:proceso|tramite)|dispuest\w*|requerid\w*)\b/,
);

/** TWIC is a card and no endorsement of the license, so it counts wherever it is named. */
const twic = /\btwic\b/;

/** The endorsements that a line about the license names, by words or by letters. */
function endorsementsIn(line: ResumeLine): Endorsement[] {
  const isAboutLicense = namesEndorsements.test(line.folded) || line.section === 'license';
  const clauses: Clause[] = clausesOf(line, /[;|•·!?]|\.(?!\d)|,/g).filter(({ folded }) => !notHeld.test(folded));
  const codes = new Set<Endorsement>();
  for (const { folded } of clauses) {
    if (twic.test(folded)) codes.add('TWIC');
    const isNamed = isAboutLicense || /\bcdl\b/.test(folded);
    if (
      !isNamed ||
      /\b(?:haul|drove|transport|experience|driver|experiencia|manej)\w*/.test(folded.replace(namesEndorsements, ''))
    ) {
      if (!namesEndorsements.test(folded)) continue;
    }
    for (const [code, pattern] of namedEndorsements) if (pattern.test(folded)) codes.add(code);
  }
  if (notHeld.test(line.folded)) return [...codes];
  for (const pattern of [letterList, listAfterClass])
    for (const [, letters = ''] of line.folded.matchAll(pattern))
      for (const letter of letters.replace(/\b(?:and|y)\b/g, '').match(/[hntpsx]/g) ?? [])
        codes.add(letter.toUpperCase() as Endorsement);
  return [...codes];
}

/** School bus names the passenger kind too, and the combination names both of its parts. */
export function findEndorsements(lines: readonly ResumeLine[]): Found<Endorsement[]> | null {
  const found = lines
    .filter((line) => isOfDriver(line) && line.section !== 'education')
    .flatMap((line) => {
      const codes = endorsementsIn(line);
      return codes.length > 0 ? [{ codes, excerpt: excerptOf(line) }] : [];
    });
  const order: readonly Endorsement[] = ['H', 'N', 'X', 'T', 'P', 'S', 'TWIC'];
  const value = order.filter((code) => found.some(({ codes }) => codes.includes(code)));
  return value.length > 0 ? { value, excerpt: joinExcerptsOf(found.map(({ excerpt }) => excerpt)) } : null;
}
