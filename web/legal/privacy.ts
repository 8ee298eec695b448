import type { LegalSection } from './LegalPage.tsx';

/** What is stored about people and who sees it, as the code does it. An operator must have a US lawyer review it before use. */
export const privacy: readonly LegalSection[] = [
  {
    heading: 'Information we collect',
    text:
      'We collect your name, email address and phone number. If you’re a driver, we also store the profile you fill in ' +
      'and the applications you send. If you’re an employer, we store your company’s details, jobs and billing history. ' +
      'We store passwords only as hashes. Our payment processor stores card numbers and gives us only the card type, ' +
      'the last four digits and the expiration date.',
  },
  {
    heading: 'Who can see it',
    text:
      'When you apply for a job, that employer sees your application. Employers can also see how well drivers who ' +
      'haven’t applied match a job, but not their names, email addresses or phone numbers. Employers see whether you’re ' +
      '21 or over, never your birth date.',
  },
  {
    heading: 'Emails and messages',
    text:
      'We email you about your account, such as verification links, applications and receipts. We send product updates ' +
      'by email or text only if you agree to them, and we record the date and the wording you agreed to. You can turn ' +
      'them off anytime in your notification settings.',
  },
  {
    heading: 'Cookies',
    text:
      'We use one cookie to keep you signed in and one to remember your answer to the terms. We don’t use advertising ' +
      'networks or third-party tracking.',
  },
  {
    heading: 'Deletion',
    text:
      'Drivers can delete their account anytime in settings. Anyone can also ask us to delete theirs. When you delete ' +
      'your account, we remove your profile, contact details and sessions right away. Employers keep an anonymous count ' +
      'of past applications.',
  },
];
