/** Motor carriers in the federal registry (`docs/product/companies.md#carrier-check`). */
import * as z from 'zod/mini';
import { idField, instantField, lineField } from '#shared/fields.ts';
import { foldText } from '#shared/fold-text.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';

/** Where an answer about a carrier comes from: the FMCSA's registry, or the simulator of the demo. */
export const carrierSources = ['fmcsa', 'simulator'] as const;
export type CarrierSource = (typeof carrierSources)[number];

/**
 * `waiting` for an administrator, `verified` or `rejected` by one, `unusable` because the carrier may not operate, and `withdrawn`
 * after a verified carrier lost its authority.
 */
export const checkStates = ['waiting', 'verified', 'rejected', 'unusable', 'withdrawn'] as const;
export type CheckState = (typeof checkStates)[number];

const textOrNull = z.nullable(z.string());
const countOrNull = z.nullable(z.int());

/** What the registry says about a carrier. */
export const carrierSchema = z.object({
  usdotNumber: z.string(),
  legalName: z.string(),
  /** The name that it does business as. */
  dbaName: textOrNull,
  city: textOrNull,
  state: textOrNull,
  isAllowedToOperate: z.boolean(),
  isOutOfService: z.boolean(),
  powerUnits: countOrNull,
  drivers: countOrNull,
});
export type Carrier = z.infer<typeof carrierSchema>;

export const mayOperate = ({ isAllowedToOperate, isOutOfService }: Carrier): boolean => isAllowedToOperate && !isOutOfService;

/** A number as people write it: `USDOT 1234567`, `MC-123456`. */
const numberField = (
  pattern: RegExp,
  prefix: RegExp,
  message: 'companyPage.usdotNumberInvalid' | 'companyPage.mcNumberInvalid',
) =>
  z.pipe(
    lineField(0, 30),
    z.pipe(
      z.transform((entered: string) => entered.replace(prefix, '').replace(/^0+(?=\d)/, '')),
      z.string().check(z.refine((digits) => digits === '' || pattern.test(digits), message)),
    ),
  );

/** One to eight digits, or empty. */
export const usdotNumberField = numberField(/^[1-9]\d{0,7}$/, /^(?:us)?\s*dot[\s#:-]*/i, 'companyPage.usdotNumberInvalid');
/** One to seven digits, or empty. */
export const mcNumberField = numberField(/^[1-9]\d{0,6}$/, /^mc[\s#:-]*/i, 'companyPage.mcNumberInvalid');

const legalWords = new Set(['inc', 'llc', 'ltd', 'corp', 'co', 'company', 'incorporated', 'corporation', 'the', 'of', 'and']);
/** Words that many carriers have in their names, and that say nothing about which carrier it is. */
const tradeWords = new Set(
  `trucking truck trucks truckers transport transports transportation transporte transportes logistics logistica freight express
  line lines carrier carriers haul hauler haulers hauling haulage cartage service services enterprise enterprises group holdings
  delivery motor dispatch systems solutions brothers bros sons usa america american national`.split(/\s+/),
);

const wordsOf = (name: string): string[] =>
  foldText(name)
    .replaceAll(/['.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !legalWords.has(word));
const withoutTrade = (words: readonly string[]): string[] => words.filter((word) => !tradeWords.has(word));

/**
 * Whether a company's name is like one of the carrier's names: at least half of the words of the shorter name are in the other,
 * without the words of the trade. Names of nothing but such words are alike if they are the same. It is a hint for the person who
 * confirms the check, and decides nothing.
 */
export function isSimilarName(companyName: string, { legalName, dbaName }: Pick<Carrier, 'legalName' | 'dbaName'>): boolean {
  const allWords = wordsOf(companyName);
  const words = new Set(withoutTrade(allWords));
  return [legalName, dbaName ?? ''].some((name) => {
    const allOthers = wordsOf(name);
    const others = new Set(withoutTrade(allOthers));
    if (words.size === 0 || others.size === 0) return allWords.length > 0 && allWords.join(' ') === allOthers.join(' ');
    const smaller = Math.min(words.size, others.size);
    const sharedCount = [...others].filter((word) => words.has(word)).length;
    return sharedCount * 2 >= smaller;
  });
}

/** A check as the company and administrators see it. */
export const carrierCheckSchema = z.object({
  state: z.enum(checkStates),
  source: z.enum(carrierSources),
  usdotNumber: z.string(),
  mcNumber: textOrNull,
  carrier: carrierSchema,
  isSimilarName: z.boolean(),
  checkedAt: z.date(),
  decidedAt: z.nullable(z.date()),
  reason: textOrNull,
});
export type CarrierCheck = z.infer<typeof carrierCheckSchema>;

export const waitingChecksSchema = z.object(pageFields());
export const waitingChecksPageSchema = pageOf(
  z.object({ id: z.string(), companyName: z.string(), city: textOrNull, state: textOrNull, check: carrierCheckSchema }),
);

/** `checkedAt` is the check that the administrator saw. A newer one is not decided unseen. */
export const decideCheckSchema = z
  .object({
    companyId: idField,
    checkedAt: instantField,
    decision: z.enum(['verified', 'rejected']),
    reason: z.optional(lineField(0, 500)),
  })
  .check(
    z.refine(({ decision, reason }) => decision === 'verified' || Boolean(reason), {
      path: ['reason'],
      error: 'companyPage.rejectionReasonRequired',
    }),
  );
export type DecideCheck = z.infer<typeof decideCheckSchema>;
