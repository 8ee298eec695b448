import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';

/** Closed lists of codes with their labels. The code is stored and sent. */
export type Entry<Code extends string | number = string | number> = {
  readonly code: Code;
  readonly label: Text;
  /**
   * The code of another entry for the same thing. People choose that one, see {@link choices}. Both codes are stored and sent
   * (`docs/product/jobs.md#choices`).
   */
  readonly sameAs?: Code;
};
const entries = <const Code extends string>(...list: Entry<Code>[]) => list;

export const jobTypes = entries(
  { code: 'dryVan', label: text('catalogues.dryVan') },
  { code: 'flatBed', label: text('catalogues.flatBed') },
  { code: 'tanker', label: text('catalogues.tanker') },
  { code: 'reefer', label: text('catalogues.reefer') },
  { code: 'garbageTruck', label: text('catalogues.garbageTruck') },
  { code: 'mixer', label: text('catalogues.mixer') },
  { code: 'refrigeratedFreight', label: text('catalogues.refrigeratedFreight'), sameAs: 'reefer' },
  { code: 'bus', label: text('catalogues.bus') },
  { code: 'readyMixer', label: text('catalogues.readyMixer'), sameAs: 'mixer' },
  { code: 'hotShot', label: text('catalogues.hotShot') },
  { code: 'rollOff', label: text('catalogues.rollOff') },
  { code: 'dumpTruck', label: text('catalogues.dumpTruck') },
  { code: 'livestockCarrier', label: text('catalogues.livestockCarrier') },
  { code: 'ownerOperator', label: text('catalogues.ownerOperator') },
  { code: 'otherExperience', label: text('catalogues.otherExperience') },
);

/** The levels are in order. Each requires at least as much experience as the one before. */
export const requiredExperiences = entries(
  { code: 'CS', label: text('catalogues.currentStudent') },
  { code: 'M6', label: text('catalogues.months1To6') },
  { code: 'M12', label: text('catalogues.months6To12') },
  { code: 'Y1', label: text('catalogues.years1To2') },
  { code: 'Y2', label: text('catalogues.years2OrMore') },
);

export const homeTimes = entries(
  { code: 'HD', label: text('catalogues.homeDaily') },
  { code: 'HW', label: text('catalogues.homeWeekly') },
  { code: 'D2', label: text('catalogues.everyNight'), sameAs: 'HD' },
  { code: 'D3', label: text('catalogues.everyWeekend') },
  { code: 'D4', label: text('catalogues.every2Weeks') },
  { code: 'D5', label: text('catalogues.every3Weeks') },
  { code: 'D6', label: text('catalogues.every4Weeks') },
  { code: 'O', label: text('common.other') },
);

export const endorsements = entries(
  { code: 'H', label: text('catalogues.hazmat') },
  { code: 'N', label: text('catalogues.tanker') },
  { code: 'X', label: text('catalogues.tankerHazmatCombo') },
  { code: 'T', label: text('catalogues.doubleTriples') },
  { code: 'P', label: text('catalogues.passenger') },
  { code: 'S', label: text('catalogues.schoolBus') },
  { code: 'TWIC', label: text('catalogues.twic') },
  { code: 'TSAC', label: text('catalogues.tsac') },
);

export const equipment = entries(
  { code: 'manualTransmission', label: text('catalogues.manualTransmission') },
  { code: 'sleeper', label: text('catalogues.sleeperTruck') },
  { code: 'stepDeck', label: text('catalogues.stepDeck') },
  { code: 'lowboy', label: text('catalogues.lowboy') },
  { code: 'carHauler', label: text('catalogues.carHauler') },
  { code: 'endDump', label: text('catalogues.endDump') },
  { code: 'tarps', label: text('catalogues.tarps') },
  { code: 'chains', label: text('catalogues.chains') },
  { code: 'liftgate', label: text('catalogues.liftgate') },
  { code: 'forklift', label: text('catalogues.forklift') },
);

export const shifts = entries(
  { code: 'day', label: text('catalogues.dayShift') },
  { code: 'night', label: text('catalogues.nightShift') },
  { code: 'weekend', label: text('catalogues.weekendShift') },
  { code: 'rotating', label: text('catalogues.rotatingShift') },
);

export const benefits = entries(
  { code: 'retirementPlan', label: text('catalogues.retirementPlan') },
  { code: 'dentalCoverage', label: text('catalogues.dentalCoverage') },
  { code: 'healthCoverage', label: text('catalogues.healthCoverage') },
  { code: 'visionCoverage', label: text('catalogues.visionCoverage') },
);

export const salaryTypes = entries(
  { code: 'weekly', label: text('catalogues.perWeek') },
  { code: 'hourly', label: text('catalogues.perHour') },
  { code: 'daily', label: text('catalogues.perDay') },
  { code: 'perMile', label: text('catalogues.perMile') },
  { code: 'percentage', label: text('catalogues.percentOfLoad') },
  { code: 'monthly', label: text('catalogues.perMonth') },
  { code: 'yearly', label: text('catalogues.perYear') },
);

export const addonTypes = entries(
  { code: 'promote', label: text('common.promote') },
  { code: 'boost', label: text('common.boost') },
  { code: 'hyperlink', label: text('common.hyperlink') },
);

/** "No CDL" is an answer of its own. A driver who has not answered yet has null. */
export const cdlStatuses = entries(
  { code: 'Class A', label: text('catalogues.cdlClassA') },
  { code: 'Class B', label: text('catalogues.cdlClassB') },
  { code: 'Class C', label: text('catalogues.cdlClassC') },
  { code: 'Permit', label: text('catalogues.cdlPermit') },
  { code: 'No CDL', label: text('common.noCdl') },
);

export const companySizes = entries(
  { code: '1-5', label: text('catalogues.employees1To5') },
  { code: '6-10', label: text('catalogues.employees6To10') },
  { code: '11-20', label: text('catalogues.employees11To20') },
  { code: '21-50', label: text('catalogues.employees21To50') },
  { code: '51-100', label: text('catalogues.employees51To100') },
  { code: '101+', label: text('catalogues.employees101OrMore') },
);

export const companyTypes = [
  { code: 1, label: text('catalogues.enterprise') },
  { code: 2, label: text('catalogues.selfService') },
] as const;

export const companyStatuses = entries(
  { code: 'Active', label: text('catalogues.companyActive') },
  { code: 'Inactive', label: text('common.companyOrPostInactive') },
  { code: 'Cancelled', label: text('catalogues.companyCancelled') },
);

/** How a company pays. The REST facade has its own names for these codes (`docs/product/rest.md#wire-names`). */
export const billingTypes = entries(
  { code: 'card', label: text('catalogues.creditCard') },
  { code: 'invoice', label: text('common.invoice') },
);

export const timezones = entries(
  { code: 'US/Eastern', label: text('catalogues.easternTime') },
  { code: 'US/Central', label: text('catalogues.centralTime') },
  { code: 'US/Mountain', label: text('catalogues.mountainTime') },
  { code: 'US/Pacific', label: text('catalogues.pacificTime') },
);

/** The CDL class that a job may require. The codes are those of a driver's class. */
export const requiredCdlClasses = entries(
  { code: 'Class A', label: text('catalogues.cdlClassA') },
  { code: 'Class B', label: text('catalogues.cdlClassB') },
  { code: 'Class C', label: text('catalogues.cdlClassC') },
  { code: 'No CDL', label: text('catalogues.noCdlNeeded') },
);
export type RequiredCdlClass = (typeof requiredCdlClasses)[number]['code'];

export type JobType = (typeof jobTypes)[number]['code'];
export type RequiredExperience = (typeof requiredExperiences)[number]['code'];
export type HomeTime = (typeof homeTimes)[number]['code'];
export type Endorsement = (typeof endorsements)[number]['code'];
export type Equipment = (typeof equipment)[number]['code'];
export type Shift = (typeof shifts)[number]['code'];
export type Benefit = (typeof benefits)[number]['code'];
export type SalaryType = (typeof salaryTypes)[number]['code'];
export type AddonType = (typeof addonTypes)[number]['code'];
export type CdlStatus = (typeof cdlStatuses)[number]['code'];
export type CompanySize = (typeof companySizes)[number]['code'];
export type CompanyStatus = (typeof companyStatuses)[number]['code'];

/** What a company with this status can and cannot do. Null if the word says it all. */
export const companyStatusExplanations: Readonly<Record<CompanyStatus, Text | null>> = {
  Active: null,
  Inactive: text('catalogues.companyInactiveExplained'),
  Cancelled: text('catalogues.companyCancelledExplained'),
};

export type BillingType = (typeof billingTypes)[number]['code'];
export type Timezone = (typeof timezones)[number]['code'];

/** The codes of a catalogue as a non-empty tuple, for `z.enum` and `pgEnum`. */
export function codes<Code extends string>(list: readonly Entry<Code>[]): [Code, ...Code[]] {
  return list.map((entry) => entry.code) as [Code, ...Code[]];
}

/** The label of a code. An unknown code is shown as it is. */
export function labelOf(list: readonly Entry[], code: string | number | null | undefined, write: TextWriter): string {
  const entry = list.find((item) => item.code === code);
  return entry ? write(entry.label) : String(code ?? '');
}

/** The codes for the same thing as `code`, including itself, such as `reefer` and `refrigeratedFreight`. */
export function sameCodes<Code extends string | number>(list: readonly Entry<Code>[], code: Code): Code[] {
  const main = list.find((entry) => entry.code === code)?.sameAs ?? code;
  const others = list.filter((entry) => entry.code === main || entry.sameAs === main).map((entry) => entry.code);
  return [code, ...others.filter((other) => other !== code)];
}

/**
 * The entries to choose from, so that nobody has to choose between two names for one thing. An entry that is the same as
 * another is left out, unless it is among the `chosen` codes.
 */
export function choices<Code extends string | number>(
  list: readonly Entry<Code>[],
  chosen: readonly (string | null)[],
): Entry<Code>[] {
  return list.filter(({ code, sameAs }) => sameAs === undefined || chosen.includes(String(code)));
}

/** The catalogue as options of a select. A select for a value, rather than for a filter, passes `choices`. */
export function options(list: readonly Entry[], write: TextWriter) {
  return list.map(({ code, label }) => ({ value: String(code), label: write(label) }));
}
