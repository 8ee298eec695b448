/** Closed lists of codes with their labels. The code is stored and sent. */
type Entry<Code extends string> = { code: Code; label: string };
const entries = <const Code extends string>(...list: Entry<Code>[]) => list;

export const jobTypes = entries(
  { code: 'dryVan', label: 'Dry Van' },
  { code: 'flatBed', label: 'Flat Bed' },
  { code: 'tanker', label: 'Tanker' },
  { code: 'reefer', label: 'Reefer' },
  { code: 'garbageTruck', label: 'Garbage Truck' },
  { code: 'mixer', label: 'Mixer' },
  { code: 'refrigeratedFreight', label: 'Refrigerated Freight' },
  { code: 'bus', label: 'Bus' },
  { code: 'readyMixer', label: 'Ready Mixer' },
  { code: 'hotShot', label: 'Hot Shot' },
  { code: 'rollOff', label: 'Roll Off' },
  { code: 'dumpTruck', label: 'Dump Truck' },
  { code: 'livestockCarrier', label: 'Livestock Carrier' },
  { code: 'ownerOperator', label: 'Owner Operator' },
  { code: 'otherExperience', label: 'Other Experience' },
);

/** In order: each level requires at least as much experience as the one before. */
export const requiredExperiences = entries(
  { code: 'CS', label: 'Current student' },
  { code: 'M6', label: '1-6 months' },
  { code: 'M12', label: '6-12 months' },
  { code: 'Y1', label: '1-2 years' },
  { code: 'Y2', label: '2+ years' },
);

export const homeTimes = entries(
  { code: 'HD', label: 'Home daily' },
  { code: 'HW', label: 'Home weekly' },
  { code: 'D2', label: 'Every night' },
  { code: 'D3', label: 'Every weekend' },
  { code: 'D4', label: 'Every 2 weeks' },
  { code: 'D5', label: 'Every 3 weeks' },
  { code: 'D6', label: 'Every 4 weeks' },
  { code: 'O', label: 'Other' },
);

export const endorsements = entries(
  { code: 'H', label: 'Hazmat' },
  { code: 'N', label: 'Tanker' },
  { code: 'X', label: 'Tanker/Hazmat combo' },
  { code: 'T', label: 'Double/Triples' },
  { code: 'P', label: 'Passenger' },
  { code: 'S', label: 'School Bus' },
  { code: 'TWIC', label: 'TWIC' },
  { code: 'TSAC', label: 'TSAC' },
);

export const benefits = entries(
  { code: 'retirementPlan', label: 'Retirement plan' },
  { code: 'dentalCoverage', label: 'Dental coverage' },
  { code: 'healthCoverage', label: 'Health coverage' },
  { code: 'visionCoverage', label: 'Vision coverage' },
);

export const salaryTypes = entries(
  { code: 'weekly', label: 'per week' },
  { code: 'hourly', label: 'per hour' },
  { code: 'daily', label: 'per day' },
  { code: 'perMile', label: 'per mile' },
  { code: 'percentage', label: 'percent of load' },
  { code: 'monthly', label: 'per month' },
  { code: 'yearly', label: 'per year' },
);

export const addonTypes = entries(
  { code: 'promote', label: 'Promote' },
  { code: 'boost', label: 'Boost' },
  { code: 'hyperlink', label: 'Hyperlink' },
);

/** "No CDL" is an answer of its own. A driver who has not answered yet has null. */
export const cdlStatuses = entries(
  { code: 'Class A', label: 'CDL Class A' },
  { code: 'Class B', label: 'CDL Class B' },
  { code: 'Class C', label: 'CDL Class C' },
  { code: 'Permit', label: 'CDL permit' },
  { code: 'No CDL', label: 'No CDL' },
);

export const companySizes = entries(
  { code: '1-5', label: '1-5 employees' },
  { code: '6-10', label: '6-10 employees' },
  { code: '11-20', label: '11-20 employees' },
  { code: '21-50', label: '21-50 employees' },
  { code: '51-100', label: '51-100 employees' },
  { code: '101+', label: '101+ employees' },
);

export const companyTypes = [
  { code: 1, label: 'Enterprise' },
  { code: 2, label: 'Self-Service' },
] as const;

export const companyStatuses = entries(
  { code: 'Active', label: 'Active' },
  { code: 'Inactive', label: 'Inactive' },
  { code: 'Cancelled', label: 'Cancelled' },
);

/** How a company pays. The REST facade has its own names for these codes (`docs/product/rest.md#wire-names`). */
export const billingTypes = entries({ code: 'card', label: 'Credit Card' }, { code: 'invoice', label: 'Invoice' });

export const timezones = entries(
  { code: 'US/Eastern', label: 'Eastern' },
  { code: 'US/Central', label: 'Central' },
  { code: 'US/Mountain', label: 'Mountain' },
  { code: 'US/Pacific', label: 'Pacific' },
);

export type JobType = (typeof jobTypes)[number]['code'];
export type RequiredExperience = (typeof requiredExperiences)[number]['code'];
export type HomeTime = (typeof homeTimes)[number]['code'];
export type Endorsement = (typeof endorsements)[number]['code'];
export type Benefit = (typeof benefits)[number]['code'];
export type SalaryType = (typeof salaryTypes)[number]['code'];
export type AddonType = (typeof addonTypes)[number]['code'];
export type CdlStatus = (typeof cdlStatuses)[number]['code'];
export type CompanySize = (typeof companySizes)[number]['code'];
export type CompanyStatus = (typeof companyStatuses)[number]['code'];
export type BillingType = (typeof billingTypes)[number]['code'];
export type Timezone = (typeof timezones)[number]['code'];

/** The codes of a catalogue as a non-empty tuple, for `z.enum` and `pgEnum`. */
export function codes<Code extends string>(list: readonly Entry<Code>[]): [Code, ...Code[]] {
  return list.map((entry) => entry.code) as [Code, ...Code[]];
}

export function labelOf(list: readonly { code: string | number; label: string }[], code: string | number | null | undefined) {
  return list.find((entry) => entry.code === code)?.label ?? (code === null || code === undefined ? '' : String(code));
}

/** The catalogue as options of a select. */
export function options(list: readonly { code: string | number; label: string }[]) {
  return list.map((entry) => ({ value: String(entry.code), label: entry.label }));
}
