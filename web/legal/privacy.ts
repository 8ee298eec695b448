import type { LegalSection } from './LegalPage.tsx';

/** What is kept about people and who sees it, as the code does it (`product: Drivers and the public side`). */
export const privacy: readonly LegalSection[] = [
  {
    heading: 'What we keep',
    text: 'Your name, email address and phone; for drivers the profile you fill in; for employers the company and its billing history. Passwords are kept as hashes only, card numbers never reach us: the payment gateway keeps them and gives us the last four digits.',
  },
  {
    heading: 'Who sees it',
    text: 'The employers that a driver applied to see that application. Employers see of other matching drivers no name, email address or phone. They see whether a driver is 21 or over, never the birth date.',
  },
  {
    heading: 'Mails and messages',
    text: 'We mail what belongs to your account: verification, applications, receipts. Anything else only if you ticked that it is OK; we keep when you did and to which words.',
  },
  {
    heading: 'Cookies',
    text: 'One that keeps you signed in, and one that remembers your answer to the terms. No advertising network, no tracking by others.',
  },
  {
    heading: 'Getting rid of it',
    text: 'Ask us at any time to delete your account. The profile, contact details and sessions go at once; applications stay as numbers without a name.',
  },
];
