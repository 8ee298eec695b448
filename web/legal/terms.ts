import type { LegalSection } from './LegalPage.tsx';

/** The terms of use, as the portal works today. An operator must have a US lawyer review them before use. */
export const terms: readonly LegalSection[] = [
  {
    heading: 'Eligibility',
    text:
      'Haulboard is for employers who hire truck drivers in the United States, people who work for those employers, and ' +
      'drivers who are looking for work. You must use your real name and your own email address, and you must keep your ' +
      'password private.',
  },
  {
    heading: 'Job postings',
    text:
      'Employers may post only real jobs, with the actual location, pay and working conditions. We remove postings that ' +
      'are misleading, discriminatory or illegal.',
  },
  {
    heading: 'Pricing and payment',
    text:
      'You’ll see the price of each posting and add-on before you pay. A posting runs for 30 days. If you turn on ' +
      'auto-renew, it renews every 30 days until you cancel. Companies that pay by invoice must pay each invoice within ' +
      '30 days.',
  },
  {
    heading: 'Applications',
    text:
      'When a driver applies, we send the driver’s profile to that employer. The employer may use it only for hiring. ' +
      'Applying is always free for drivers.',
  },
  {
    heading: 'Termination',
    text:
      'You can stop using Haulboard at any time. We may lock an account that violates these terms. If you ask, we’ll ' +
      'tell you why.',
  },
];
