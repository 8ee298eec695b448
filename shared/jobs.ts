/** Job states and their transitions: the one place (`product: Job states`). */
export const jobStatuses = ['INACTIVE', 'PROCESSING_PAYMENT', 'POSTED', 'SCHEDULED', 'DECLINED', 'CLOSED', 'DISABLED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** What moves a job; the target may depend on the posting date (posted at once, or scheduled). */
const transitions = {
  startPayment: { from: ['INACTIVE', 'DECLINED'], to: 'PROCESSING_PAYMENT' },
  post: { from: ['PROCESSING_PAYMENT', 'SCHEDULED'], to: 'POSTED' },
  schedule: { from: ['PROCESSING_PAYMENT'], to: 'SCHEDULED' },
  decline: { from: ['PROCESSING_PAYMENT'], to: 'DECLINED' },
  /** The gateway took nothing and said nothing about the card: payable again as before. */
  releasePayment: { from: ['PROCESSING_PAYMENT'], to: 'INACTIVE' },
  close: { from: ['POSTED', 'SCHEDULED'], to: 'CLOSED' },
  expire: { from: ['POSTED'], to: 'INACTIVE' },
  disable: { from: ['POSTED'], to: 'DISABLED' },
  enable: { from: ['DISABLED'], to: 'POSTED' },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: JobStatus }>;

export type JobTransition = keyof typeof transitions;

export function sourcesOf(transition: JobTransition): readonly JobStatus[] {
  return transitions[transition].from;
}

export function targetOf(transition: JobTransition): JobStatus {
  return transitions[transition].to;
}

export function mayMove(from: JobStatus, transition: JobTransition): boolean {
  return sourcesOf(transition).includes(from);
}

/** The words of the screens: a posted job whose renewal was cancelled reads Canceled. */
export const statusLabels = {
  active: 'Active',
  scheduled: 'Scheduled',
  canceled: 'Canceled',
  inactive: 'Inactive',
  closed: 'Closed',
  declined: 'Declined',
  processing: 'Processing payment',
  disabled: 'Disabled',
} as const;

export type StatusLabel = (typeof statusLabels)[keyof typeof statusLabels];

export function statusLabel(job: { status: JobStatus; renewalCanceledAt: string | Date | null }): StatusLabel {
  switch (job.status) {
    case 'POSTED':
      return job.renewalCanceledAt ? statusLabels.canceled : statusLabels.active;
    case 'SCHEDULED':
      return statusLabels.scheduled;
    case 'PROCESSING_PAYMENT':
      return statusLabels.processing;
    case 'DECLINED':
      return statusLabels.declined;
    case 'CLOSED':
      return statusLabels.closed;
    case 'DISABLED':
      return statusLabels.disabled;
    case 'INACTIVE':
      return statusLabels.inactive;
  }
}

const longestTitle = 120;
const copySuffix = ' Copy';

/** What a duplicate is called at first (`spec: work §2`). */
export function copyTitle(title: string): string {
  return title.slice(0, longestTitle - copySuffix.length) + copySuffix;
}
