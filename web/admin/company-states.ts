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
    consequence: 'It can post jobs. Hidden jobs return to search for the rest of their paid days.',
    done: (name) => `${name} is active`,
  },
  Inactive: {
    act: 'Deactivate',
    ask: (name) => `Deactivate ${name}?`,
    consequence: 'It can’t post new jobs. Live jobs stay live.',
    done: (name) => `${name} deactivated`,
  },
  Cancelled: {
    act: 'Cancel company',
    ask: (name) => `Cancel ${name}?`,
    consequence:
      'This removes its jobs from search right away. Users keep access to settings and billing only. You can reactivate it.',
    done: (name) => `${name} is cancelled`,
  },
};
