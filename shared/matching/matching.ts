/**
 * The match score of a driver and a job: a deterministic score with its reasons
 * (`docs/product/applicants-and-matching.md#match-score`). Employers' candidates and drivers' matching jobs use the same
 * rule. The parts are whole points out of 100, so that they add up to exactly the percent. Only what {@link MatchDriver}
 * lists goes in: no age, name, sex, origin or address.
 */
import type { CdlStatus, Endorsement, HomeTime, JobType, RequiredExperience, SalaryType } from '#shared/catalogues.ts';
import { coveredEndorsements, rangeMiles } from '#shared/drivers/driver.ts';
import { weeklyDollars } from '#shared/jobs/public-job.ts';

/** Increase it with every change of a rule or weight below, so that scores of different versions can be distinguished. */
export const matchVersion = 1;

export type MatchJob = {
  jobType: JobType;
  requiredExperience: RequiredExperience;
  endorsements: readonly Endorsement[];
  homeTime: HomeTime;
  /** Dollars, in the unit of `salaryType`. */
  expectedPay: number | null;
  salaryType: SalaryType;
};

/** Everything that the score uses about a driver. */
export type MatchDriver = {
  /** Miles to the job's address. */
  distance: number | null;
  cdlStatus: CdlStatus | null;
  yearsOfExperience: number | null;
  workExperiences: readonly JobType[];
  endorsements: readonly Endorsement[];
  ownerOperator: boolean | null;
  homeTime: HomeTime | null;
  /** Dollars per week. */
  expectedPay: number | null;
};

/** The points of each part. They add up to 100. */
export const matchWeights = { distance: 30, experience: 20, jobType: 20, pay: 15, homeTime: 10, endorsements: 5 } as const;
export type MatchPart = keyof typeof matchWeights;
export const matchParts = Object.keys(matchWeights) as MatchPart[];
export type MatchPoints = Record<MatchPart, number>;

/** A job within this distance gets all the points for distance. */
export const nearMiles = 10;
/** The share of points for a missing answer. */
const unknown = 0.5;

/** The classes of a valid CDL, lowest first. A permit is not a valid CDL. */
const classes: readonly CdlStatus[] = ['Class C', 'Class B', 'Class A'];

/** The lowest CDL class for the vehicles of a job type. Null if they can be driven without a CDL. */
const minClass: Readonly<Record<JobType, 'Class A' | 'Class B' | 'Class C' | null>> = {
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

/** The CDL classes that a job accepts. Null if it accepts any driver. */
export function acceptedClasses({ jobType }: Pick<MatchJob, 'jobType'>): CdlStatus[] | null {
  const min = minClass[jobType];
  return min === null ? null : classes.slice(classes.indexOf(min));
}

/** Whether the driver meets the hard requirements: a valid CDL for the job type, and every required endorsement. */
export function isEligible(job: MatchJob, driver: MatchDriver): boolean {
  const accepted = acceptedClasses(job);
  if (accepted && (driver.cdlStatus === null || !accepted.includes(driver.cdlStatus))) return false;
  const driverEndorsements = coveredEndorsements(driver.endorsements);
  return job.endorsements.every((code) => driverEndorsements.includes(code));
}

/** The points of each part. Null if the driver does not meet the hard requirements. */
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
export function matchScoreOf(points: MatchPoints): number {
  return matchParts.reduce((sum, part) => sum + points[part], 0) / 100;
}

/** The match score of a driver and a job, 0 to 1. Null if the driver does not meet the hard requirements. */
export function matchScoreFor(job: MatchJob, driver: MatchDriver): number | null {
  const points = pointsOf(job, driver);
  return points && matchScoreOf(points);
}

const points = (part: MatchPart, fraction: number) => Math.round(matchWeights[part] * Math.min(1, Math.max(0, fraction)));

/** Full points up to {@link nearMiles}, then fewer with every mile, and none beyond an applicant's range. */
function nearness(miles: number | null): number {
  return miles === null ? 0 : (rangeMiles - miles) / (rangeMiles - nearMiles);
}

/** The lower end of each experience level, in years. */
export const requiredYears: Readonly<Record<RequiredExperience, number>> = { CS: 0, M6: 1 / 12, M12: 0.5, Y1: 1, Y2: 2 };

/** The driver's share of the required years. Missing years cost points but exclude no one. */
function experience({ requiredExperience }: MatchJob, { yearsOfExperience }: MatchDriver): number {
  const needed = requiredYears[requiredExperience];
  return needed === 0 ? 1 : (yearsOfExperience ?? 0) / needed;
}

/** Job types that are the same kind of truck. */
const same: readonly (readonly JobType[])[] = [
  ['reefer', 'refrigeratedFreight'],
  ['mixer', 'readyMixer'],
];
/** Job types that need similar skills. */
const similarTypes: readonly (readonly JobType[])[] = [
  ['dryVan', 'flatBed', 'tanker', 'reefer', 'refrigeratedFreight', 'livestockCarrier', 'ownerOperator'],
  ['garbageTruck', 'mixer', 'readyMixer', 'rollOff', 'dumpTruck'],
  ['flatBed', 'hotShot'],
];

type Familiarity = 'same' | 'kin' | 'other' | 'none';
const familiarities: Readonly<Record<Familiarity, number>> = { same: 1, kin: 0.6, other: 0.25, none: 0 };

export function familiarityOf({ jobType }: Pick<MatchJob, 'jobType'>, driver: MatchDriver): Familiarity {
  const driven = new Set(driver.workExperiences);
  if (driver.ownerOperator) driven.add('ownerOperator');
  const isSameGroup = (groups: readonly (readonly JobType[])[]) =>
    groups.some((group) => group.includes(jobType) && group.some((type) => driven.has(type)));
  if (driven.has(jobType) || isSameGroup(same)) return 'same';
  if (isSameGroup(similarTypes)) return 'kin';
  return driven.size ? 'other' : 'none';
}

const familiarity = (job: MatchJob, driver: MatchDriver) => familiarities[familiarityOf(job, driver)];

/** Weeks away from home, shortest first. `O` (other) has no value. */
const weeksAway: Readonly<Record<HomeTime, number | null>> = { HD: 0, D2: 0, D3: 1, HW: 1, D4: 2, D5: 3, D6: 4, O: null };
const maxAway = 4;

/** How many steps longer than wished the driver would be away. 0 if not longer, null if either side does not say. */
export function homeTimeSteps({ homeTime }: Pick<MatchJob, 'homeTime'>, driver: MatchDriver): number | null {
  const preferredNights = driver.homeTime === null ? null : weeksAway[driver.homeTime];
  const offered = weeksAway[homeTime];
  return preferredNights === null || offered === null ? null : Math.max(0, offered - preferredNights);
}

function timeAtHome(job: MatchJob, driver: MatchDriver): number {
  const steps = homeTimeSteps(job, driver);
  return steps === null ? unknown : 1 - steps / maxAway;
}

/**
 * The offered weekly pay divided by the pay that the driver asks for. Null if either is missing or the pay depends on the
 * load.
 */
export function payRatio({ expectedPay, salaryType }: MatchJob, driver: MatchDriver): number | null {
  const offered = weeklyDollars(expectedPay, salaryType);
  if (offered === null || driver.expectedPay === null) return null;
  return driver.expectedPay > 0 ? offered / driver.expectedPay : 1;
}

/** The driver's desired pay earns full points, and half of it or less earns none. */
function pay(job: MatchJob, driver: MatchDriver): number {
  const ratio = payRatio(job, driver);
  return ratio === null ? unknown : 2 * ratio - 1;
}

/** Endorsements that are useful for a job type beyond the required ones. */
const useful: Readonly<Partial<Record<JobType, readonly Endorsement[]>>> = {
  dryVan: ['T', 'H'],
  reefer: ['T'],
  refrigeratedFreight: ['T'],
  flatBed: ['TWIC'],
  tanker: ['N', 'H', 'TWIC'],
  bus: ['P', 'S'],
  ownerOperator: ['T', 'H', 'N'],
};

/** The useful endorsements beyond the required ones, and which of them the driver holds. */
export function helpfulEndorsements(
  job: MatchJob,
  driver: MatchDriver,
): { helpful: Endorsement[]; heldEndorsements: Endorsement[] } {
  const required = coveredEndorsements(job.endorsements);
  const covered = coveredEndorsements(driver.endorsements);
  const helpful = (useful[job.jobType] ?? []).filter((code) => !required.includes(code));
  return { helpful, heldEndorsements: helpful.filter((code) => covered.includes(code)) };
}

/** Every driver who is scored has the required endorsements, so most of these points are certain. */
function furtherEndorsements(job: MatchJob, driver: MatchDriver): number {
  const { helpful, heldEndorsements: driverEndorsements } = helpfulEndorsements(job, driver);
  return helpful.length === 0 ? 1 : 0.6 + 0.4 * (driverEndorsements.length / helpful.length);
}
