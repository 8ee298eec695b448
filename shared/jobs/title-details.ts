import {
  codes,
  type Endorsement,
  type HomeTime,
  type JobType,
  jobTypes,
  type RequiredCdlClass,
  type RequiredExperience,
} from '#shared/catalogues.ts';
import { requiredClass } from '#shared/matching/matching.ts';

/** Titles that a job form suggests. Job content is English. */
export const commonTitles = [
  'Local Dry Van Driver, Home Daily',
  'Regional Dry Van Driver, Home Weekly',
  'OTR Dry Van Driver',
  'Regional Reefer Driver, Home Weekly',
  'OTR Reefer Driver',
  'Local Flatbed Driver, Home Daily',
  'Regional Flatbed Driver, Home Weekly',
  'OTR Flatbed Driver',
  'Local Tanker Driver, Home Daily',
  'Hazmat Tanker Driver',
  'Dump Truck Driver, Home Daily',
  'Roll-Off Driver, Home Daily',
  'Ready-Mix Driver, Home Daily',
  'Hot Shot Driver',
  'Livestock Driver',
  'School Bus Driver',
  'Motorcoach Driver',
  'Owner-Operator, OTR',
  'CDL-A Trainee',
] as const;

/** What a title says about the job. */
export type TitleDetails = {
  jobType?: JobType;
  cdlClass?: RequiredCdlClass;
  homeTime?: HomeTime;
  requiredExperience?: RequiredExperience;
  endorsements?: Endorsement[];
};

/** The first match counts. */
const jobTypeWords: readonly [RegExp, JobType][] = [
  [/owner[- ]?op|lease[- ]purchase/i, 'ownerOperator'],
  [/\btank(er)?\b/i, 'tanker'],
  [/flat ?bed|step ?deck|conestoga/i, 'flatBed'],
  [/\breefer\b|refrigerated/i, 'reefer'],
  [/dry ?van/i, 'dryVan'],
  [/\bdump\b/i, 'dumpTruck'],
  [/roll[- ]?off/i, 'rollOff'],
  [/ready[- ]?mix/i, 'readyMixer'],
  [/\bmixer\b/i, 'mixer'],
  [/hot ?shot/i, 'hotShot'],
  [/garbage|refuse|sanitation/i, 'garbageTruck'],
  [/livestock|cattle/i, 'livestockCarrier'],
  [/\bbus\b|motor ?coach/i, 'bus'],
];

const classWords: readonly [RegExp, RequiredCdlClass][] = [
  [/\b(no|non)[- ]cdl\b/i, 'No CDL'],
  [/\b(cdl|class)[- ]?a\b/i, 'Class A'],
  [/\b(cdl|class)[- ]?b\b/i, 'Class B'],
  [/\b(cdl|class)[- ]?c\b/i, 'Class C'],
];

/** A title with several classes ("Class A or B") leaves the choice to the employer. */
function classIn(title: string): RequiredCdlClass | undefined {
  const isChoice = /\b[abc]\s*(?:\/|or|and|&)\s*[abc]\b/i.test(title);
  const [named, other] = classWords.filter(([pattern]) => pattern.test(title));
  return isChoice || other ? undefined : named?.[1];
}

const homeTimeWords: readonly [RegExp, HomeTime][] = [
  [/home (daily|every (day|night))|\blocal\b/i, 'HD'],
  [/home (on |every )?weekends?/i, 'D3'],
  [/home weekly|\bregional\b/i, 'HW'],
  [/\botr\b|over[- ]the[- ]road|long[- ]haul/i, 'D4'],
];

const firstMatch = <Value>(title: string, words: readonly [RegExp, Value][]): Value | undefined =>
  words.find(([pattern]) => pattern.test(title))?.[1];

function experienceIn(title: string): RequiredExperience | undefined {
  if (/trainee|student|recent grad|no experience/i.test(title)) return 'CS';
  const years = /(\d+)\s*\+?\s*(?:years?|yrs?)\b/i.exec(title)?.[1];
  if (years) return Number(years) >= 2 ? 'Y2' : 'Y1';
  const months = /(\d+)\s*\+?\s*months?\b/i.exec(title)?.[1];
  if (months) return Number(months) < 6 ? 'M6' : 'M12';
  return undefined;
}

function endorsementsIn(title: string): Endorsement[] {
  const isHazmat = /haz ?mat|hazardous/i.test(title);
  const isTanker = /\btank(er)?\b/i.test(title);
  const isSchoolBus = /school ?bus/i.test(title);
  const list: (Endorsement | false)[] = [
    isHazmat && isTanker ? 'X' : isHazmat ? 'H' : isTanker && 'N',
    /doubles?\b|triples?\b/i.test(title) && 'T',
    (isSchoolBus || /\bbus\b|motor ?coach/i.test(title)) && 'P',
    isSchoolBus && 'S',
    /\btwic\b/i.test(title) && 'TWIC',
  ];
  return list.filter((code) => code !== false);
}

/**
 * The details that the form offers to fill in from the title. The class is one of them only if it is another than the chosen job
 * type, or else the title's, requires anyway.
 */
export function offeredDetails(title: string, chosenJobType: string | null): TitleDetails {
  const { cdlClass, ...details } = detailsInTitle(title);
  const jobType = codes(jobTypes).find((code) => code === chosenJobType) ?? details.jobType;
  const isOtherClass = cdlClass && jobType && requiredClass({ jobType, cdlClass: null }) !== cdlClass;
  return isOtherClass ? { ...details, cdlClass } : details;
}

/** The details that a job's title names. */
export function detailsInTitle(title: string): TitleDetails {
  const details = {
    jobType: firstMatch(title, jobTypeWords),
    cdlClass: classIn(title),
    homeTime: firstMatch(title, homeTimeWords),
    requiredExperience: experienceIn(title),
  };
  const endorsements = endorsementsIn(title);
  return {
    ...Object.fromEntries(Object.entries(details).filter(([, code]) => code !== undefined)),
    ...(endorsements.length > 0 ? { endorsements } : {}),
  };
}
