import type { CompanyStatus } from '#shared/catalogues.ts';

type Change = {
  /** The menu's word. */
  act: string;
  /** The dialog's question. */
  ask: (name: string) => string;
  /** What follows (`product: Companies`). */
  consequence: string;
  done: (name: string) => string;
};

/** What it means to put a company into a state; any may follow any other. */
export const companyChanges: Record<CompanyStatus, Change> = {
  Active: {
    act: 'Activate',
    ask: (name) => `Activate ${name}?`,
    consequence: 'It can post jobs. Jobs that left the public side come back for the rest of their paid days.',
    done: (name) => `${name} is active`,
  },
  Inactive: {
    act: 'Make inactive',
    ask: (name) => `Make ${name} inactive?`,
    consequence: 'It cannot post new jobs. Jobs that are up stay up.',
    done: (name) => `${name} is inactive`,
  },
  Cancelled: {
    act: 'Cancel company',
    ask: (name) => `Cancel ${name}?`,
    consequence:
      'Its jobs leave the public side at once, and its people reach only settings and billing history. You can activate it again.',
    done: (name) => `${name} is cancelled`,
  },
};
