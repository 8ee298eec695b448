import type { JobType } from '#shared/catalogues.ts';
import { maxYearsOfExperience } from '#shared/drivers/driver.ts';
import {
  clausesOf,
  countMonths,
  either,
  excerptOf,
  findDates,
  type Found,
  joinExcerpts,
  joinExcerptsOf,
  type Months,
  type ResumeLine,
} from './resume-lines.ts';

/** Work as the driver of a truck or bus, in English and Spanish. */
const drivingTitle = either(
  /\b(?:driver|trucker|owner[- /]operator|hauler|chofer|chofeur|chauffeur|conductor(?:a)? de)\b/,
  /\b(?:conductor(?:a)?\b|operador(?:a)? de (?:camion|tracto|trailer|transporte|autobus|equipo pesado))\b/,
  /\b(?:camioner[oa]|troquer[oa]|trailero|tractor[- ]trailer operator|truck operator|cdl operator)\b/,
);
const otherDriving = either(
  /\b(?:pizza|uber|lyft|doordash|instacart|rideshare|taxi|cab|courier|food delivery|forklift|fork lift)\b/,
  /\b(?:lift truck|golf|limo(?:usine)?|screw)\b/,
  /\b(?:drivers? (?:manager|recruiter|supervisor|trainee services|services|liaison|support))\b/,
  /\b(?:driver'?s? helper|helper driver|swamper|ayudante (?:de|del) )|\b(?:driver's (?:ed|license office)|monta ?cargas|device|database|software|hardware)\b/,
);

const iDrive = either(
  /\b(?:drove|have driven|been driving|(?:years|anos) (?:of |de )?(?:\w+ )?(?:driving|manejando|manejo))\b/,
  /\b(?:hauled|over[- ]the[- ]road)\b/,
);

/** Numbers as words, as far as people write them. */
const numbers: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  un: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  doce: 12,
  quince: 15,
  veinte: 20,
  treinta: 30,
};
const yearsPattern = new RegExp(
  `\\b(\\d{1,2}(?:\\.\\d)?|${Object.keys(numbers).join('|')})\\s*(?:\\(\\d{1,2}\\)\\s*)?\\+?\\s*(?:plus |or more |mas de )?(?:years?|yrs?\\b|anos?\\b)`,
  'g',
);
const aboutDriving = either(
  /\b(?:driv(?:e|er|ers|ing)|truck(?:s|ing|er)?|cdl(?:-?[ab])?|otr|over[- ]the[- ]road|haul(?:ing|er)?)\b/,
  /\b(?:tractor|semi|18[- ]wheeler|behind the wheel|flatbed|reefer|tanker|dry van|chofer|conductor)\b/,
  /\b(?:conduciendo|conducir|manej(?:o|ando|ar)|camion(?:es|ero)?|trailer|troquero|al volante)\b/,
  /\b(?:tractocamion)\b/,
);
/** A requirement, a company's age, a person's age, other work, and time without accidents. */
const otherYears = either(
  /\b(?:must|requires?|required|requirements?|minimum|at least|years? old|years? of age|aged?)\b/,
  /\b(?:anos de edad|combined|company|family|business|founded|military|army|warehouse|forklift)\b/,
  /\b(?:mechanic\w*|dispatch\w*|manag\w*|coordinat\w*|brok\w*|logistics|sales|recruit\w*|industry)\b/,
  /\b(?:customer|office|construction|accident|incident|violation|free|clean|record|reference|known)\b/,
  /\b(?:plan\w*|retire\w*|ago|last|past|next|minimo|requier\w*|requisito|accidentes?|combinad\w*|empresa)\b/,
  /\b(?:hace|ultim\w*|proxim\w*|almacen|mecanic\w*)\b/,
  /\b(?:son|daughter|father|mother|dad|brother|husband|wife|hij[oa]|padre|madre|herman[oa]) (?:of|is|was|has|had|de|tiene|fue|es|con)\b/,
);

/** Years with one kind of vehicle or freight may be a part of all. */
const ofOneKind = either(
  /\b(?:bus(?:es)?|dump|flat[- ]?bed|reefer|refrigerat\w+|tankers?|dry[- ]?van|local|regional|otr|mixer)\b/,
  /\b(?:garbage|autobus\w*|volteo|pipa|caja)\b/,
);
/** A form in the file: `Years of driving experience: 11`. */
const labeledYears =
  /\b(?:years? (?:of )?(?:driving|otr|cdl|truck(?:ing| driving)?)(?: experience)?|anos (?:de )?(?:manejo|experiencia (?:de manejo|manejando)))\s*:\s*(\d{1,2})\b/;

type StatedYears = Found<number> & { isPart: boolean };

/** The numbers of years of driving that the file states, the largest first. */
function findStatedYears(lines: readonly ResumeLine[]): StatedYears[] {
  const found = lines
    .filter(({ section }) => !['education', 'references', 'contact', 'other'].includes(section))
    .flatMap((line): StatedYears[] => {
      const labeled = labeledYears.exec(line.folded);
      if (labeled)
        return [{ value: Number(labeled[1]), isPart: false, excerpt: excerptOf(line, labeled.index, labeled[0].length) }];
      return clausesOf(line).flatMap(({ folded, at }) => {
        if (!aboutDriving.test(folded) || otherYears.test(folded)) return [];
        return [...folded.matchAll(yearsPattern)].map((match) => {
          const written = match[1] ?? '';
          const excerpt = excerptOf(line, at + match.index, match[0].length);
          return { value: numbers[written] ?? Math.floor(Number(written)), isPart: ofOneKind.test(folded), excerpt };
        });
      });
    });
  return found
    .filter(({ value }) => value >= 1 && value <= maxYearsOfExperience)
    .toSorted((one, other) => other.value - one.value);
}

/** A job with its dates and the words of its title. */
type Job = Months & { title: string; excerpt: string; isCurrent: boolean };

/** A line that belongs to the description of a job: a bullet, a sentence or a long text. */
const isDescription = ({ text }: ResumeLine) => /^[-•·*–▪●○◦➢✓]\s?/.test(text) || /[.;]$/.test(text) || text.length > 90;
const maxTitleLines = 2;
/** A longer line with dates tells about the work. */
const maxDatedLength = 120;

/** A title names the work and not for whom or with whom it was done. */
const isTitle = ({ text, folded }: ResumeLine) => text.length <= 70 && !/\b(?:for|with|to|by|para|con)\b.*\bdriver/.test(folded);

/**
 * The jobs under the headings about experience. If the section begins with a line that has dates and ends with one that has none, the
 * titles follow their dates. Otherwise they precede them.
 */
function findJobs(lines: readonly ResumeLine[], today: Date): Job[] {
  const section = lines.filter((line) => line.section === 'experience');
  const dates = section.map((line) => (line.text.length > maxDatedLength ? null : findDates(line, today)));
  const afterLast = section[dates.findLastIndex(Boolean) + 1];
  const isDateFirst = Boolean(dates[0]) && afterLast !== undefined && !isDescription(afterLast);
  return section.flatMap((line, n) => {
    const found = dates[n];
    if (!found) return [];
    const beside = `${line.folded.slice(0, found.at)} ${line.folded.slice(found.at + found.length)}`;
    const around: ResumeLine[] = [];
    const step = isDateFirst ? 1 : -1;
    for (let k = n + step; around.length < maxTitleLines; k += step) {
      const neighbor = section[k];
      if (!neighbor || dates[k] || isDescription(neighbor) || !isTitle(neighbor)) break;
      around.push(neighbor);
    }
    const titles = isDateFirst ? around : around.toReversed();
    const title = drivingTitle.test(beside) ? beside : [beside, ...titles.map(({ folded }) => folded)].join(' ');
    const titleLine = titles.find(({ folded }) => drivingTitle.test(folded));
    const excerpt = [drivingTitle.test(beside) ? null : titleLine?.text, line.text]
      .filter(Boolean)
      .join(', ')
      .replaceAll('\t', ' ');
    return [{ from: found.from, to: found.to, isCurrent: found.isCurrent, title, excerpt }];
  });
}

const isDrivingJob = ({ title }: Job) => drivingTitle.test(title) && !otherDriving.test(title);

const minMonths = 3;

/** The years between the dates of the driving jobs, rounded down. Less than a year has one decimal. */
function sumYears(jobs: readonly Job[]): Found<number> | null {
  const driving = jobs.filter(isDrivingJob);
  const months = countMonths(driving);
  if (months < minMonths) return null;
  const value = months < 12 ? Math.floor((months / 12) * 10) / 10 : Math.floor(months / 12);
  return { value, excerpt: joinExcerptsOf(driving.map(({ excerpt }) => excerpt)) };
}

/**
 * Years of driving: all of them as stated, otherwise the larger of those that are stated for one kind of driving and the time between the
 * dates of driving jobs, where nothing counts twice.
 */
export function findYears(lines: readonly ResumeLine[], today: Date): Found<number> | null {
  const stated = findStatedYears(lines);
  const summed = sumYears(findJobs(lines, today));
  const [largest = null] = stated;
  const chosen = stated.find(({ isPart }) => !isPart) ?? ((summed?.value ?? 0) > (largest?.value ?? 0) ? summed : largest);
  return chosen && { value: chosen.value, excerpt: chosen.excerpt };
}

/** Whether the file says that its writer drives, so that freight in it is what the writer has hauled. */
export const saysToDrive = (lines: readonly ResumeLine[]): boolean =>
  lines.some(
    ({ folded, section }) =>
      section !== 'references' &&
      section !== 'education' &&
      (drivingTitle.test(folded) || iDrive.test(folded)) &&
      !otherDriving.test(folded),
  );

const drivingTypes: readonly [JobType, RegExp][] = [
  ['dryVan', /\bdry[- ]?vans?\b|\bcajas? secas?\b|\b53'? ?(?:ft |foot )?vans?\b/],
  [
    'flatBed',
    either(
      /\bflat[- ]?beds?\b|\bstep[- ]?decks?\b|\bconestoga\b/,
      /\b(?:remolque|trailer|camion|caja) (?:de )?plataforma\b/,
      /\bplataformas?\b(?= .*(?:carga|remolque|trailer|lona))/,
    ),
  ],
  [
    'tanker',
    either(
      /\b(?:fuel|chemical|milk|water|food[- ]grade|liquid|bulk|gas|crude|petroleum)[- ]tank(?:er)?s?\b/,
      /\btankers? (?:driver|experience|work|truck|trailer|hauling)s?\b/,
      /\b(?:haul\w*|drove|pull\w*|operat\w*) (?:\w+ ){0,3}tankers?\b|\bpipas?\b/,
      /\b(?:camion|remolque|trailer) cisterna\b/,
    ),
  ],
  ['reefer', /\breefers?\b|\brefrigerated\b|\btemperature[- ]controlled\b|\brefrigerad[oa]s?\b|\bthermo ?king\b/],
  [
    'garbageTruck',
    either(
      /\b(?:garbage|trash|refuse|sanitation|waste|recycling) (?:trucks?|collection|hauler|driver|route)\b/,
      /\bcamion(?:es)? de (?:la )?basura\b|\brecolec\w+ de basura\b/,
    ),
  ],
  [
    'mixer',
    either(
      /\b(?:ready[- ]?mix|(?:concrete|cement)[- ]mix(?:er)?|mixer (?:truck|driver))s?\b|\brevolvedora\b/,
      /\bmezcladora de (?:concreto|cemento)\b/,
    ),
  ],
  [
    'bus',
    either(
      /\b(?:school|city|transit|charter|tour|coach|shuttle|motor ?coach)[- ](?:bus|buses|coach)\b/,
      /\bbus (?:driver|operator)s?\b|\bmotor ?coach\b/,
      /\b(?:chofer|conductora?|operadora?) de (?:auto)?bus(?:es)?\b/,
    ),
  ],
  ['hotShot', /\bhot[- ]?shots?\b/],
  ['rollOff', /\broll[- ]?offs?\b/],
  [
    'dumpTruck',
    either(
      /\b(?:end|belly|side|bottom)?[- ]?dump (?:trucks?|trailers?)\b|\b(?:end|belly|side|bottom) dumps?\b/,
      /\bcamion(?:es)? (?:de )?volteo\b|\bvolquete\b/,
    ),
  ],
  ['livestockCarrier', /\blivestock\b|\bcattle (?:haul\w*|pots?|trailers?)\b|\b(?:transporte de )?ganado\b/],
];
const notDriven = either(
  /\b(?:no|not|never|without|willing|want\w*|interested|looking|seek\w*|prefer\w*|learn\w*|would like)\b/,
  /\b(?:open to|train(?:ed|ing)? on|dispatch\w*|manag\w*|recruit\w*|supervis\w*|coordinat\w*|assign\w*)\b/,
  /\b(?:schedul\w*|book(?:ed|ing)?|carriers|load(?:ed|ing) |repair\w*|wash\w*|mechanic|maintain\w*)\b/,
  /\b(?:brok\w*|monitor|sin|nunca|coordin\w*|interesad\w*|busc\w*|quier\w*|dispuest\w*|aprend\w*|repar\w*)\b/,
  /\b(?:lav(?:o|e|ar|ado)|despach\w*)\b/,
);

/** The kinds of freight and trailers that the driver has driven. */
export function findTypesOfDriving(lines: readonly ResumeLine[]): Found<JobType[]> | null {
  const found = lines
    .filter(({ section }) => !['education', 'references', 'license', 'contact', 'other'].includes(section))
    .flatMap((line) =>
      clausesOf(line, /[;|•·!?]|\.(?!\d)/g).flatMap(({ folded, at }) => {
        if (notDriven.test(folded) || /\bendors|\bendos/.test(folded)) return [];
        return drivingTypes.flatMap(([code, pattern]) => {
          const match = pattern.exec(folded);
          return match ? [{ code, line, at: at + match.index, length: match[0].length }] : [];
        });
      }),
    );
  const firsts = drivingTypes.flatMap(([code]) => found.find((one) => one.code === code) ?? []);
  return firsts.length > 0 ? { value: firsts.map(({ code }) => code), excerpt: joinExcerpts(firsts) } : null;
}

const ownerOperator = either(
  /\bowner[- /]{1,3}operator\b(?!s)|\bo\/o\b|\bmy own (?:truck|authority|tractor)\b/,
  /\b(?:dueno|propietario)[- /](?:y )?operador\b|\bmi propio (?:camion|tractor|troque)\b/,
);
const ofOthers = either(
  /\b(?:for|with|to|para|con|as an? aspiring|former(?:ly)?|previous(?:ly)?|ex|seek\w*|become)\b[^,;]*$/,
  /\b(?:dispatch\w*|recruit\w*|manag\w*|supervis\w*|hired?|leased?d? by)\b[^,;]*$/,
);

/** Other work for owner-operators. */
const workForOwners = /^s?\W{0,3}(?:dispatch|recruit|manag|support|coordinat|liaison|relations|services?|despach|reclut)/;

const isOwn = (folded: string, { index, 0: { length } }: RegExpExecArray) =>
  !ofOthers.test(folded.slice(0, index)) && !workForOwners.test(folded.slice(index + length));

/** True if the driver is an owner-operator now: as the title of the resume, or in a job that goes on. Otherwise unknown. */
export function findOwnerOperator(lines: readonly ResumeLine[], today: Date): Found<true> | null {
  const titled = lines.filter(({ section }) => section === 'top' || section === 'summary');
  for (const line of titled) {
    const match = ownerOperator.exec(line.folded);
    if (match && !findDates(line, today) && isOwn(line.folded, match))
      return { value: true, excerpt: excerptOf(line, match.index, match[0].length) };
  }
  const current = findJobs(lines, today).find(({ isCurrent, title }) => {
    const match = isCurrent ? ownerOperator.exec(title) : null;
    return match && isOwn(title, match);
  });
  return current ? { value: true, excerpt: joinExcerptsOf([current.excerpt]) } : null;
}
