import type { Writers } from '#server/mail/layout.ts';

/** What employers and drivers read of an application, and drivers before one. */
export type ApplicantMails = {
  new_applicant: { firstName: string; applicant: string; title: string; place: string; jobId: string; applicationId: string };
  application_sent: { firstName: string; title: string; company: string; place: string };
  boosted_job: { firstName: string; title: string; company: string; place: string; jobId: string };
};

export const applicantLetters: Writers<ApplicantMails> = {
  new_applicant: ({ firstName, applicant, title, place, jobId, applicationId }, url) => ({
    subject: `${applicant} applied: ${title}`,
    preview: `A new applicant for ${place}`,
    heading: 'A driver applied',
    paragraphs: [
      `Hello ${firstName}, ${applicant} applied for “${title}” in ${place}.`,
      'Drivers who hear back within the hour are far more likely to answer.',
    ],
    action: { label: 'See the applicant', url: `${url}/company/jobs/${jobId}/detail?applicant=${applicationId}` },
  }),
  application_sent: ({ firstName, title, company, place }, url) => ({
    subject: `You applied: ${title}`,
    preview: `${company} has your application.`,
    heading: 'Your application is on its way',
    paragraphs: [
      `Hello ${firstName}, ${company} has your application for “${title}” in ${place}.`,
      'Track or withdraw it under My applications.',
    ],
    action: { label: 'My applications', url: `${url}/members/home` },
  }),
  boosted_job: ({ firstName, title, company, place, jobId }, url) => ({
    subject: `A job near you: ${title}`,
    preview: `${company} is looking for drivers in ${place}.`,
    heading: 'A job that fits you',
    paragraphs: [
      `Hello ${firstName}, ${company} is looking for drivers in ${place}: “${title}”. It fits your profile and where you live.`,
      'You can switch these mails off under Notifications in your settings.',
    ],
    action: { label: 'See the job', url: `${url}/jobs/${jobId}` },
  }),
};
