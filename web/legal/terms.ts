import type { LegalSection } from './LegalPage.tsx';

/** What using the portal means, as it works today. An operator who runs it for others has a lawyer read it first. */
export const terms: readonly LegalSection[] = [
  {
    heading: 'Who may use it',
    text: 'Employers who hire truck drivers in the United States, the people who work for them, and drivers who look for work. You give your own name and an email address that is yours, and you keep your password to yourself.',
  },
  {
    heading: 'Job postings',
    text: 'An employer posts only jobs that exist, at the address where they are, with the pay and conditions that a driver will get. A posting that misleads, discriminates or breaks the law is taken down.',
  },
  {
    heading: 'Prices and payment',
    text: 'The price of every posting and add-on is shown before you pay. A posting runs 30 days and renews where you asked for that, until you cancel the renewal. Company accounts on terms pay each invoice within 30 days.',
  },
  {
    heading: 'Applications',
    text: 'A driver who applies sends the profile to that employer, who uses it for hiring and for nothing else. Applying is free for drivers, always.',
  },
  {
    heading: 'Ending it',
    text: 'You may stop at any time. We may lock an account that breaks these terms, and we say why when its owner asks.',
  },
];
