/** Request and answer schemas of payments (`docs/product/money.md#charges`). Amounts are dollars. */
import * as z from 'zod/mini';
import { billingTypes, codes } from '#shared/catalogues.ts';
import { companyNameField, companyPlaceSchema } from '#shared/companies/company.ts';
import {
  idField,
  lineField,
  officePhoneField,
  officePhonePartsField,
  phoneExtensionField,
  phoneExtensionInputField,
  postalCodeField,
} from '#shared/fields.ts';
import { jobAddonSchema, jobDetailSchema } from '#shared/jobs/job.ts';
import { jobStatuses } from '#shared/jobs/jobs.ts';
import type { TextKey } from '#shared/texts/texts.ts';
import { lineSchema } from './invoices.ts';

/** A token from the gateway's page, or the id of the company's stored card. Never a card number. */
const cardTokenField = z
  .string('errors.cardRequired')
  .check(
    z.trim(),
    z.minLength(1, 'errors.cardRequired'),
    z.maxLength(256, 'errors.cardTokenInvalid'),
    z.regex(/^[\x21-\x7e]*$/, 'errors.cardTokenInvalid'),
  );

export const placeOrderAnswerSchema = z.object({
  /** Identifies the order in charge calls. */
  orderToken: z.string(),
  orderId: z.string(),
  jobs: z.array(z.object({ id: z.string(), cost: z.number(), addons: z.array(jobAddonSchema) })),
});

/** The total that the buyer was shown, in dollars. A different price is refused. Without it, the current price applies. */
export const shownTotalField = z.optional(z.nullable(z.number()));

export const chargeSchema = z.object({
  orderToken: z.string('errors.orderTokenRequired').check(z.minLength(1, 'errors.orderTokenRequired'), z.maxLength(200)),
  actionType: z._default(z.enum(['new_job'], 'errors.actionMustBeNewJob'), 'new_job'),
  cardToken: z.optional(z.nullable(cardTokenField)),
  shownTotal: shownTotalField,
});

export const chargeAnswerSchema = z.object({
  /** `processing` means that the outcome is not known yet. Do not charge the card again until it is known. */
  status: z.enum(['paid', 'invoiced', 'processing']),
  invoiceCustomId: z.nullable(z.string()),
  amount: z.number(),
  transactionId: z.nullable(z.string()),
});

/** Finds an order by its id, by one of its jobs, or by its token. */
export const orderRequestSchema = z
  .object({
    orderId: z.optional(idField),
    jobId: z.optional(idField),
    orderToken: z.optional(z.string().check(z.maxLength(200))),
  })
  .check(z.refine(({ orderId, jobId, orderToken }) => Boolean(orderId ?? jobId ?? orderToken), 'errors.orderRequired'));

export const orderStates = ['payable', 'processing', 'declined', 'paid', 'invoiced'] as const;

/** An order for the payment screen. It can be paid while it is `payable` or `declined`. */
export const orderSchema = z.object({
  orderId: z.string(),
  orderToken: z.string(),
  companyId: z.string(),
  state: z.enum(orderStates),
  declineReason: z.nullable(z.string()),
  title: z.string(),
  total: z.number(),
  lines: z.array(lineSchema),
  jobs: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.enum(jobStatuses),
      street1: z.nullable(z.string()),
      city: z.string(),
      state: z.string(),
      postalCode: z.nullable(z.string()),
      coordinates: jobDetailSchema.shape.coordinates,
      timeZone: z.string(),
      cost: z.number(),
      addons: z.array(jobAddonSchema),
    }),
  ),
  billingType: z.enum(codes(billingTypes)),
  invoiceCustomId: z.nullable(z.string()),
  scheduledAt: z.nullable(z.date()),
  createdAt: z.date(),
});

/** The company's stored card, masked. Null if there is none. */
export const cardSchema = z.nullable(
  z.object({
    /** Sent instead of a card number in later charges. */
    cardToken: z.string(),
    cardType: z.string(),
    /** MM/YY. */
    expirationDate: z.string(),
    cardHolderName: z.string(),
    maskedNumber: z.string(),
  }),
);

export const saveCardSchema = z.object({
  cardToken: cardTokenField,
  cardHolderName: lineField(1, 100, 'errors.nameOnCardRequired'),
});

/** What the card form needs in order to get a token from the gateway's page. */
export const gatewayConfigSchema = z.object({
  publicKey: z.string(),
  tokenizerUrl: z.string(),
  gatewayUrl: z.string(),
  testMode: z.boolean(),
});

export type GatewayConfig = z.infer<typeof gatewayConfigSchema>;
export type Charge = z.infer<typeof chargeSchema>;
export type ChargeAnswer = z.infer<typeof chargeAnswerSchema>;
export type Order = z.infer<typeof orderSchema>;
export type OrderState = (typeof orderStates)[number];

/** What can be bought for a job after posting (`docs/product/jobs.md#add-ons`, `docs/product/money.md#renewals`). */
const purchaseKinds = ['renewal', 'boost', 'addons'] as const;
export type PurchaseKind = (typeof purchaseKinds)[number];

export const quoteRequestSchema = z.object({ jobId: idField, kind: z.enum(purchaseKinds, 'errors.purchaseKindRequired') });

/** The price and the effect of a purchase, before anything is charged. */
export const quoteSchema = z.object({
  kind: z.enum(purchaseKinds),
  jobId: z.string(),
  title: z.string(),
  /** `processing` means that another purchase for this job is being processed. */
  state: z.enum(['payable', 'processing']),
  lines: orderSchema.shape.lines,
  total: z.number(),
  /** The end of the posting, or of the boost, once the purchase is paid. */
  until: z.nullable(z.date()),
  /** The time zone of the job's address, in which these dates are shown. */
  timeZone: z.string(),
  autoRenew: z.boolean(),
  billingType: z.enum(codes(billingTypes)),
  /** Send this number with the purchase, so that the same purchase cannot be made twice. */
  purchases: z.int(),
});
export type Quote = z.infer<typeof quoteSchema>;

export const outcomeRequestSchema = z.object({ jobId: idField });

/** The outcome of a purchase that was `processing`. */
export const outcomeSchema = z.object({ state: z.enum(['processing', 'paid', 'unpaid']) });
export type PurchaseOutcome = z.infer<typeof outcomeSchema>;

/**
 * How many purchases the job had when the caller read the quote. The server accepts each count once, so a retry cannot buy again.
 * With the count, a renewal can be bought at any time. Without it, the request may be a late retry, so a renewal is accepted only
 * in the last days of the paid period or after it.
 */
const purchasesField = z.optional(z.nullable(z.int()));

export const purchaseSchema = z.object({
  jobId: idField,
  cardToken: chargeSchema.shape.cardToken,
  purchases: purchasesField,
  shownTotal: shownTotalField,
});

/** The path names the job. `job_id` and `isAdmin` are accepted from legacy clients and ignored. */
export const boostSchema = z.object({
  id: idField,
  cardToken: chargeSchema.shape.cardToken,
  purchases: purchasesField,
  shownTotal: shownTotalField,
});
export const freeBoostSchema = z.object({ id: idField });

/** The reasons why a card was declined. Each is the key of its text. */
export const declineReasons = [
  'errors.cardPartlyApproved',
  'errors.cardDeclinedByBank',
  'errors.cardDeclinedWithoutReason',
  'errors.cardInsufficientFunds',
  'errors.cardExpired',
  'errors.cardSecurityCode',
  'errors.cardDuplicatePayment',
  'errors.cardBlockedByRule',
  'errors.cardDifferentAmount',
  'errors.cardRefusedByService',
  'errors.cardProcessorFailed',
  'errors.paymentFailed',
  'errors.cardDetailsUsed',
  'errors.savedCardGone',
  'errors.cardNotUsable',
  'errors.cardDeclined',
  'errors.cardCouldNotCoverAmount',
] as const satisfies TextKey<'errors'>[];
export type DeclineReason = (typeof declineReasons)[number];

const textOrNull = z.nullable(z.string());

/** The name and address on a company's invoices and receipts. */
export const billingDetailsSchema = z.object({
  companyId: z.string(),
  /** False if nothing was saved yet and the values come from the company settings. */
  isSaved: z.boolean(),
  /** The contact person for billing questions. */
  name: z.string(),
  phone: textOrNull,
  phoneExtension: textOrNull,
  companyName: z.string(),
  street1: textOrNull,
  street2: textOrNull,
  city: textOrNull,
  state: textOrNull,
  postalCode: textOrNull,
  coordinates: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
});
export type BillingDetails = z.infer<typeof billingDetailsSchema>;

const contactFields = {
  name: lineField(1, 100, 'errors.billingContactRequired'),
  companyName: companyNameField,
};

export const updateBillingDetailsSchema = z.object({
  ...contactFields,
  phone: officePhonePartsField,
  phoneExtension: phoneExtensionField,
  street1: z.nullable(lineField(1, 200, 'errors.streetRequired')),
  street2: z.nullable(lineField(1, 100, 'errors.apartmentRequired')),
  city: lineField(2, 100, 'errors.cityRequired'),
  state: lineField(2, 50, 'errors.stateRequired'),
  postalCode: z.nullable(postalCodeField),
});
export type UpdateBillingDetails = z.infer<typeof updateBillingDetailsSchema>;

/** One address from the suggestions, plus the parts that suggestions do not contain. */
export const billingDetailsFormSchema = z.extend(companyPlaceSchema, {
  ...contactFields,
  phone: officePhoneField,
  phoneExtension: phoneExtensionInputField,
});
export type BillingDetailsForm = z.infer<typeof billingDetailsFormSchema>;
