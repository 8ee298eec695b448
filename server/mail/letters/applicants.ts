import type { Writers } from '#server/mail/layout.ts';

/** What employers and drivers read of an application, and drivers before one. */
export type ApplicantMails = {
  new_applicant: { firstName: string; applicant: string; title: string; place: string; jobId: string; applicationId: string };
  application_sent: { firstName: string; title: string; company: string; place: string };
  boosted_job: { firstName: string; title: string; company: string; place: string; jobId: string };
};

export const applicantLetters: Writers<ApplicantMails> = {
  new_applicant: ({ firstName, applicant, title, place, jobId, applicationId }, url) => ({
    subject: `${applicant} applied for ${title}`,
    preview: `New applicant in ${place}`,
    heading: 'You have a new applicant',
    paragraphs: [
      `Hi ${firstName}, ${applicant} applied for “${title}” in ${place}.`,
      'Reply within an hour, while the driver is still looking.',
    ],
    action: { label: 'View applicant', url: `${url}/company/jobs/${jobId}/detail?applicant=${applicationId}` },
  }),
  application_sent: ({ firstName, title, company, place }, url) => ({
    subject: `Application sent: ${title}`,
    preview: `${company} received your application.`,
    heading: 'Application sent',
    paragraphs: [
      `Hi ${firstName}, ${company} received your application for “${title}” in ${place}.`,
      'Track or withdraw it under My applications.',
    ],
    action: { label: 'My applications', url: `${url}/members/home` },
  }),
  boosted_job: ({ firstName, title, company, place, jobId }, url) => ({
    subject: `A job near you: ${title}`,
    preview: `${company} is hiring drivers in ${place}.`,
    heading: 'A job near you',
    paragraphs: [
      `Hi ${firstName}, ${company} is hiring drivers in ${place} for “${title}.” It matches your profile and location.`,
      'You can turn off these emails under Notifications in your settings.',
    ],
    action: { label: 'View job', url: `${url}/jobs/${jobId}` },
  }),
};
