/**
 * The match score of a driver and a job: a deterministic score with its reasons
 * (`docs/product/applicants-and-matching.md#match-score`). Employers' candidates and drivers' matching jobs use the same
 * rule. The parts are whole points out of 100, so that they add up to exactly the percent. Only what {@link MatchDriver}
 * lists goes in: no age, name, sex, origin or address.
 */
import {
  type CdlStatus,
  codes,
  type Endorsement,
  type HomeTime,
  type JobType,
  jobTypes,
  type RequiredCdlClass,
  type RequiredExperience,
  type SalaryType,
  sameCodes,
} from '#shared/catalogues.ts';
import { expandEndorsements, rangeMiles } from '#shared/drivers/driver.ts';
import { weeklyDollars } from '#shared/jobs/public-job.ts';
import { requiredYears } from './experience.ts';

/** Increase it with every change of a rule or weight below, so that scores of different versions can be distinguished. */
export const matchVersion = 2;

export type MatchJob = {
  jobType: JobType;
  /** Null if the job requires the class that its type of driving needs. */
  cdlClass: RequiredCdlClass | null;
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
export const fullPointsMiles = 10;
/** The share of points for a missing answer. */
const missingAnswerShare = 0.5;

/** The classes of a valid CDL, lowest first. A permit is not a valid CDL. */
const cdlClasses: readonly CdlStatus[] = ['Class C', 'Class B', 'Class A'];

/** The lowest CDL class for the vehicles of a job type. Null if they can be driven without a CDL. */
const minClassByJobType: Readonly<Record<JobType, 'Class A' | 'Class B' | 'Class C' | null>> = {
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

type ClassRequirement = Pick<MatchJob, 'jobType' | 'cdlClass'>;

/**
 * The CDL class that a job requires: the one that the employer chose, or else the one that the type of driving needs. Null if the
 * employer chose none and the type of driving needs none.
 */
export const requiredClass = ({ jobType, cdlClass }: ClassRequirement): RequiredCdlClass | null =>
  cdlClass ?? minClassByJobType[jobType];

/** The job types that require this class unless the employer chooses another. */
export const jobTypesOfClass = (cdlClass: RequiredCdlClass | null): JobType[] =>
  codes(jobTypes).filter((jobType) => minClassByJobType[jobType] === cdlClass);

/** The CDL classes that a job accepts. Null if it accepts any driver. */
export function acceptedClasses(job: ClassRequirement): CdlStatus[] | null {
  const min = requiredClass(job);
  return min === null || min === 'No CDL' ? null : cdlClasses.slice(cdlClasses.indexOf(min));
}

/** Whether the driver meets the hard requirements: a CDL of a class that the job accepts, and every required endorsement. */
export function isEligible(job: MatchJob, driver: MatchDriver): boolean {
  const accepted = acceptedClasses(job);
  if (accepted && (driver.cdlStatus === null || !accepted.includes(driver.cdlStatus))) return false;
  const driverEndorsements = expandEndorsements(driver.endorsements);
  return job.endorsements.every((code) => driverEndorsements.includes(code));
}

/** The points of each part. Null if the driver does not meet the hard requirements. */
export function pointsOf(job: MatchJob, driver: MatchDriver): MatchPoints | null {
  if (!isEligible(job, driver)) return null;
  return {
    distance: toPoints('distance', distanceFraction(driver.distance)),
    experience: toPoints('experience', experienceFraction(job, driver)),
    jobType: toPoints('jobType', similarityFraction(job, driver)),
    pay: toPoints('pay', payFraction(job, driver)),
    homeTime: toPoints('homeTime', homeTimeFraction(job, driver)),
    endorsements: toPoints('endorsements', endorsementFraction(job, driver)),
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

const toPoints = (part: MatchPart, fraction: number) => Math.round(matchWeights[part] * Math.min(1, Math.max(0, fraction)));

/** Full points up to {@link fullPointsMiles}, then fewer with every mile, and none beyond an applicant's range. */
function distanceFraction(miles: number | null): number {
  return miles === null ? 0 : (rangeMiles - miles) / (rangeMiles - fullPointsMiles);
}

/** The driver's share of the required years. Missing years cost points but exclude no one. */
function experienceFraction({ requiredExperience }: MatchJob, { yearsOfExperience }: MatchDriver): number {
  const minYears = requiredYears[requiredExperience];
  return minYears === 0 ? 1 : (yearsOfExperience ?? 0) / minYears;
}

/** Job types that need similar skills. */
const similarTypes: readonly (readonly JobType[])[] = [
  ['dryVan', 'flatBed', 'tanker', 'reefer', 'refrigeratedFreight', 'livestockCarrier', 'ownerOperator'],
  ['garbageTruck', 'mixer', 'readyMixer', 'rollOff', 'dumpTruck'],
  ['flatBed', 'hotShot'],
];

type ExperienceSimilarity = 'same' | 'kin' | 'other' | 'none';
const similarityPoints: Readonly<Record<ExperienceSimilarity, number>> = { same: 1, kin: 0.6, other: 0.25, none: 0 };

export function experienceSimilarity({ jobType }: Pick<MatchJob, 'jobType'>, driver: MatchDriver): ExperienceSimilarity {
  const drivenTypes = new Set(driver.workExperiences);
  if (driver.ownerOperator) drivenTypes.add('ownerOperator');
  const isDriven = (types: readonly JobType[]) => types.some((type) => drivenTypes.has(type));
  if (isDriven(sameCodes(jobTypes, jobType))) return 'same';
  if (similarTypes.some((group) => group.includes(jobType) && isDriven(group))) return 'kin';
  return drivenTypes.size ? 'other' : 'none';
}

const similarityFraction = (job: MatchJob, driver: MatchDriver) => similarityPoints[experienceSimilarity(job, driver)];

/** Weeks away from home, shortest first. `O` (other) has no value. */
const weeksAway: Readonly<Record<HomeTime, number | null>> = { HD: 0, D2: 0, D3: 1, HW: 1, D4: 2, D5: 3, D6: 4, O: null };
const maxWeeksAway = 4;

/**
 * How many weeks longer than preferred the driver would be away from home. 0 if not longer, null if either side does not say.
 */
export function homeTimeSteps({ homeTime }: Pick<MatchJob, 'homeTime'>, driver: MatchDriver): number | null {
  const preferredWeeks = driver.homeTime === null ? null : weeksAway[driver.homeTime];
  const offeredWeeks = weeksAway[homeTime];
  return preferredWeeks === null || offeredWeeks === null ? null : Math.max(0, offeredWeeks - preferredWeeks);
}

function homeTimeFraction(job: MatchJob, driver: MatchDriver): number {
  const steps = homeTimeSteps(job, driver);
  return steps === null ? missingAnswerShare : 1 - steps / maxWeeksAway;
}

/**
 * The offered weekly pay divided by the pay that the driver asks for. Null if either is missing or the pay depends on the
 * load.
 */
export function payRatio({ expectedPay, salaryType }: MatchJob, driver: MatchDriver): number | null {
  const offeredPay = weeklyDollars(expectedPay, salaryType);
  if (offeredPay === null || driver.expectedPay === null) return null;
  return driver.expectedPay > 0 ? offeredPay / driver.expectedPay : 1;
}

/** The driver's desired pay earns full points, and half of it or less earns none. */
function payFraction(job: MatchJob, driver: MatchDriver): number {
  const ratio = payRatio(job, driver);
  return ratio === null ? missingAnswerShare : 2 * ratio - 1;
}

/** Endorsements that are useful for a job type beyond the required ones. */
const usefulEndorsements: Readonly<Partial<Record<JobType, readonly Endorsement[]>>> = {
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
  const required = expandEndorsements(job.endorsements);
  const covered = expandEndorsements(driver.endorsements);
  const helpful = (usefulEndorsements[job.jobType] ?? []).filter((code) => !required.includes(code));
  return { helpful, heldEndorsements: helpful.filter((code) => covered.includes(code)) };
}

/** A driver who is scored has all required endorsements, so 60% of these points are certain. */
function endorsementFraction(job: MatchJob, driver: MatchDriver): number {
  const { helpful, heldEndorsements: driverEndorsements } = helpfulEndorsements(job, driver);
  return helpful.length === 0 ? 1 : 0.6 + 0.4 * (driverEndorsements.length / helpful.length);
}
