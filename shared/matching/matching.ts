/**
 * How well a driver and a job fit: a deterministic score with its reasons (`product: Matching`). The same rule serves the
 * employer's candidates and the driver's matching jobs. The parts are whole points out of 100, so that the percent is exactly
 * what the parts add up to. Nothing protected enters: no age, name, sex, origin or address, only what {@link MatchDriver} lists.
 */
import type { CdlStatus, Endorsement, HomeTime, JobType, RequiredExperience, SalaryType } from '#shared/catalogues.ts';
import { coveredEndorsements, rangeMiles } from '#shared/drivers/driver.ts';
import { weeklyDollars } from '#shared/jobs/public-job.ts';

/** Raised with every change of a rule or a weight below, so that a percent that was seen can be told from a newer one. */
export const matchVersion = 1;

export type MatchJob = {
  jobType: JobType;
  requiredExperience: RequiredExperience;
  endorsements: readonly Endorsement[];
  homeTime: HomeTime;
  /** Dollars, as `salaryType` says. */
  expectedPay: number | null;
  salaryType: SalaryType;
};

/** All that a match knows of a driver. */
export type MatchDriver = {
  /** Miles to the job's address. */
  distance: number | null;
  cdlStatus: CdlStatus | null;
  yearsOfExperience: number | null;
  workExperiences: readonly JobType[];
  endorsements: readonly Endorsement[];
  ownerOperator: boolean | null;
  homeTime: HomeTime | null;
  /** Dollars a week. */
  expectedPay: number | null;
};

/** What each part counts for; together 100. */
export const matchWeights = { distance: 30, experience: 20, jobType: 20, pay: 15, homeTime: 10, endorsements: 5 } as const;
export type MatchPart = keyof typeof matchWeights;
export const matchParts = Object.keys(matchWeights) as MatchPart[];
export type MatchPoints = Record<MatchPart, number>;

/** Up to this distance a job is as near as it can be. */
export const nearMiles = 10;
/** For what was not said: neither for nor against. */
const unknown = 0.5;

/** Classes of a valid CDL, lowest first. A permit is none. */
const classes: readonly CdlStatus[] = ['Class C', 'Class B', 'Class A'];

/** The lowest class that the vehicles of a job type take; null where they can be driven without a CDL. */
const leastClass: Readonly<Record<JobType, 'Class A' | 'Class B' | 'Class C' | null>> = {
  dryVan: 'Class A',
  flatBed: 'Class A',
  tanker: 'Class A',
  reefer: 'Class A',
  refrigeratedFreight: 'Class A',
  livestockCarrier: 'Class A',
  ownerOperator: 'Class A',
  garbageTruck: 'Class B',
  mixer: 'Class B',
  readyMixer: 'Class B',
  rollOff: 'Class B',
  dumpTruck: 'Class B',
  bus: 'Class C',
  hotShot: null,
  otherExperience: null,
};

/** The CDL classes that a job takes; null: it takes anybody. */
export function acceptedClasses({ jobType }: Pick<MatchJob, 'jobType'>): CdlStatus[] | null {
  const least = leastClass[jobType];
  return least === null ? null : classes.slice(classes.indexOf(least));
}

/** Whether the hard requirements are met: a CDL that is valid for the job type, and every required endorsement. */
export function isEligible(job: MatchJob, driver: MatchDriver): boolean {
  const accepted = acceptedClasses(job);
  if (accepted && (driver.cdlStatus === null || !accepted.includes(driver.cdlStatus))) return false;
  const held = coveredEndorsements(driver.endorsements);
  return job.endorsements.every((code) => held.includes(code));
}

/** The points of each part. Of a driver who does not meet the hard requirements: null. */
export function pointsOf(job: MatchJob, driver: MatchDriver): MatchPoints | null {
  if (!isEligible(job, driver)) return null;
  return {
    distance: points('distance', nearness(driver.distance)),
    experience: points('experience', experience(job, driver)),
    jobType: points('jobType', familiarity(job, driver)),
    pay: points('pay', pay(job, driver)),
    homeTime: points('homeTime', timeAtHome(job, driver)),
    endorsements: points('endorsements', furtherEndorsements(job, driver)),
  };
}

/** 0 to 1, in whole percents. */
export function matchScoreOf(given: MatchPoints): number {
  return matchParts.reduce((sum, part) => sum + given[part], 0) / 100;
}

const points = (part: MatchPart, fraction: number) => Math.round(matchWeights[part] * Math.min(1, Math.max(0, fraction)));

/** All of it up to {@link nearMiles}, then less with every mile, nothing beyond an applicant's range. */
function nearness(miles: number | null): number {
  return miles === null ? 0 : (rangeMiles - miles) / (rangeMiles - nearMiles);
}

/** Years that each answer asks for, at its lower end. */
export const neededYears: Readonly<Record<RequiredExperience, number>> = { CS: 0, M6: 1 / 12, M12: 0.5, Y1: 1, Y2: 2 };

/** The share of the required years that is there. Missing years cost points; they exclude nobody. */
function experience({ requiredExperience }: MatchJob, { yearsOfExperience }: MatchDriver): number {
  const needed = neededYears[requiredExperience];
  return needed === 0 ? 1 : (yearsOfExperience ?? 0) / needed;
}

/** Two words of the catalogue for one kind of truck. */
const same: readonly (readonly JobType[])[] = [
  ['reefer', 'refrigeratedFreight'],
  ['mixer', 'readyMixer'],
];
/** Kinds that ask for much the same skills. */
const kin: readonly (readonly JobType[])[] = [
  ['dryVan', 'flatBed', 'tanker', 'reefer', 'refrigeratedFreight', 'livestockCarrier', 'ownerOperator'],
  ['garbageTruck', 'mixer', 'readyMixer', 'rollOff', 'dumpTruck'],
  ['flatBed', 'hotShot'],
];

type Familiarity = 'same' | 'kin' | 'other' | 'none';
const familiarities: Readonly<Record<Familiarity, number>> = { same: 1, kin: 0.6, other: 0.25, none: 0 };

export function familiarityOf({ jobType }: Pick<MatchJob, 'jobType'>, driver: MatchDriver): Familiarity {
  const driven = new Set(driver.workExperiences);
  if (driver.ownerOperator) driven.add('ownerOperator');
  const together = (groups: readonly (readonly JobType[])[]) =>
    groups.some((group) => group.includes(jobType) && group.some((type) => driven.has(type)));
  if (driven.has(jobType) || together(same)) return 'same';
  if (together(kin)) return 'kin';
  return driven.size ? 'other' : 'none';
}

const familiarity = (job: MatchJob, driver: MatchDriver) => familiarities[familiarityOf(job, driver)];

/** How long one is away at a time, shortest first; `O` (other) says nothing. */
const away: Readonly<Record<HomeTime, number | null>> = { HD: 0, D2: 0, D3: 1, HW: 1, D4: 2, D5: 3, D6: 4, O: null };
const mostAway = 4;

/** By how many steps the job is away longer than wished, 0 when it is not; null where one of them does not say. */
export function stepsTooLong({ homeTime }: Pick<MatchJob, 'homeTime'>, driver: MatchDriver): number | null {
  const wished = driver.homeTime === null ? null : away[driver.homeTime];
  const offered = away[homeTime];
  return wished === null || offered === null ? null : Math.max(0, offered - wished);
}

function timeAtHome(job: MatchJob, driver: MatchDriver): number {
  const steps = stepsTooLong(job, driver);
  return steps === null ? unknown : 1 - steps / mostAway;
}

/** Pay a week over what is asked for; null where one of them does not say, or pay depends on the load. */
export function payRatio({ expectedPay, salaryType }: MatchJob, driver: MatchDriver): number | null {
  const offered = weeklyDollars(expectedPay, salaryType);
  if (offered === null || driver.expectedPay === null) return null;
  return driver.expectedPay > 0 ? offered / driver.expectedPay : 1;
}

/** All of it from the pay that is asked for, nothing from half of that. */
function pay(job: MatchJob, driver: MatchDriver): number {
  const ratio = payRatio(job, driver);
  return ratio === null ? unknown : 2 * ratio - 1;
}

/** Endorsements that widen what a driver can be given in this kind of work, beyond what the job requires. */
const useful: Readonly<Partial<Record<JobType, readonly Endorsement[]>>> = {
  dryVan: ['T', 'H'],
  reefer: ['T'],
  refrigeratedFreight: ['T'],
  flatBed: ['TWIC'],
  tanker: ['N', 'H', 'TWIC'],
  bus: ['P', 'S'],
  ownerOperator: ['T', 'H', 'N'],
};

/** The further endorsements that would help, and which of them are held. */
export function helpfulEndorsements(job: MatchJob, driver: MatchDriver): { wanted: Endorsement[]; held: Endorsement[] } {
  const required = coveredEndorsements(job.endorsements);
  const covered = coveredEndorsements(driver.endorsements);
  const wanted = (useful[job.jobType] ?? []).filter((code) => !required.includes(code));
  return { wanted, held: wanted.filter((code) => covered.includes(code)) };
}

/** The required ones are met by whoever gets here: they are the greater part of it. */
function furtherEndorsements(job: MatchJob, driver: MatchDriver): number {
  const { wanted, held } = helpfulEndorsements(job, driver);
  return wanted.length === 0 ? 1 : 0.6 + 0.4 * (held.length / wanted.length);
}
