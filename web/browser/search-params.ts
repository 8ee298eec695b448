import type { FollowUpOwner, FollowUpStatus } from '#shared/applicants/follow-up.ts';
import type { InterviewList } from '#shared/applicants/interview.ts';
import type { InvoiceView } from '#shared/billing/invoices.ts';

// These functions read URL parameters for `validateSearch`. The module is part of the first load, so it imports only types.

const invoiceViews: readonly string[] = ['paid', 'open', 'overdue', 'void'] satisfies InvoiceView[];

/** `?view=` is the status filter of an invoice list. */
export const readInvoiceView = (value: unknown) => (invoiceViews.includes(String(value)) ? (value as InvoiceView) : undefined);

/** The possible periods of an ad report in days, up to today. */
export const reportSpans = [7, 30, 90, 365] as const;
export type ReportSpan = (typeof reportSpans)[number];
export const defaultReportSpan: ReportSpan = 30;

export function readReportSpan(value: unknown): ReportSpan | undefined {
  return reportSpans.find((days) => days === Number(value));
}

/** `?copy=` is the job that the first step of a duplicate created. */
export function readCopy({ copy }: Record<string, unknown>): { copy?: string | undefined } {
  return { copy: typeof copy === 'string' ? copy : undefined };
}

/** `?company=` is the company that a person without a company of their own chose. */
export const readCompany = ({ company }: Record<string, unknown>): { company?: string | undefined } => ({
  company: typeof company === 'string' && company ? company : undefined,
});

/** `?token=` is the token of a link in an email. It is empty for an incomplete link. */
export const readToken = ({ token }: Record<string, unknown>): { token: string } => ({
  token: typeof token === 'string' ? token : '',
});

/** `?page=` is the page of a list. It is absent for the first page. */
export type PageSearch = { page?: number | undefined };
export const readPage = ({ page }: Record<string, unknown>): PageSearch => ({
  page: Number.isInteger(page) && Number(page) > 1 && Number(page) <= 1_000_000 ? Number(page) : undefined,
});

/** Whose follow-ups are listed, and which. Empty for all open ones of the user. */
export type FollowUpsSearch = { owner?: FollowUpOwner | undefined; status?: FollowUpStatus | undefined };
export const readFollowUpsView = ({ owner, status }: Record<string, unknown>): FollowUpsSearch => ({
  owner: owner === 'anyone' ? owner : undefined,
  status: status === 'due' || status === 'done' ? status : undefined,
});

/** Which interviews are listed. Absent for the upcoming ones. */
export const readInterviewList = ({ show }: Record<string, unknown>): { show?: InterviewList | undefined } => ({
  show: show === 'unplanned' || show === 'past' ? show : undefined,
});

/** The period of a hiring report: a number of days up to today, or a first and last day. Empty for the default period. */
export type ReportPeriodSearch = { days?: 90 | 365 | undefined; from?: string | undefined; to?: string | undefined };

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const dayOf = (value: unknown) => (typeof value === 'string' && dayPattern.test(value) ? value : undefined);

export function readReportPeriod({ days, from, to }: Record<string, unknown>): ReportPeriodSearch {
  const chosen = { from: dayOf(from), to: dayOf(to) };
  if (chosen.from && chosen.to) return chosen;
  return days === 90 || days === 365 ? { days } : {};
}

/** The tabs of a job's page. Without one in the URL, the applicants are shown. */
export const jobTabs = ['applicants', 'statistics', 'posting', 'billing'] as const;
export type JobTab = (typeof jobTabs)[number];
