export const legal = {
  asOf: 'As of {date}',
  eligibility: 'Eligibility',
  eligibilityText:
    'Haulboard is for employers who hire truck drivers in the United States, people who work for those employers, and drivers who are looking for work. You must use your real name and your own email address, and you must keep your password private.',
  jobPostings: 'Job postings',
  jobPostingsText:
    'Employers may post only real jobs, with the actual location, pay and working conditions. We remove postings that are misleading, discriminatory or illegal.',
  pricing: 'Pricing and payment',
  pricingText:
    'You’ll see the price of each posting and add-on before you pay. A posting runs for {days} days. If you turn on auto-renew, it renews every {days} days until you cancel. Companies that pay by invoice must pay each invoice within {terms} days.',
  applicationsText:
    'When a driver applies, we send the driver’s profile to that employer. The employer may use it only for hiring. Applying is always free for drivers.',
  termination: 'Termination',
  terminationText:
    'You can stop using Haulboard at any time. We may lock an account that violates these terms. If you ask, we’ll tell you why.',
  collect: 'Information we collect',
  collectText:
    'We collect your name, email address and phone number. If you’re a driver, we also store the profile you fill in and the applications you send. If you’re an employer, we store your company’s details, jobs and billing history. We store passwords only as hashes. Our payment processor stores card numbers and gives us only the card type, the last four digits and the expiration date.',
  visible: 'Who can see it',
  visibleText:
    'When you apply for a job, that employer sees your application. Employers can also see how well drivers who haven’t applied match a job, but not their names, email addresses or phone numbers. Employers see whether you’re 21 or over, never your birth date.',
  messages: 'Emails and messages',
  messagesText:
    'We email you about your account, such as verification links, applications and receipts. We send product updates by email or text only if you agree to them, and we record the date and the wording you agreed to. You can turn them off anytime in your notification settings.',
  cookies: 'Cookies',
  cookiesText:
    'We use one cookie to keep you signed in, one to remember your answer to the terms and one to remember your language. We don’t use advertising networks or third-party tracking.',
  deletion: 'Deletion',
  deletionText:
    'Drivers can delete their account anytime in settings. Anyone can also ask us to delete theirs. When you delete your account, we remove your profile, contact details and sessions right away. Employers keep an anonymous count of past applications.',
  privacyPolicy: 'Privacy Policy',
  customerTermsOfService: 'Customer Terms of Service',
} as const;
