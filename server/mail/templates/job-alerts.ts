import type { EmailTemplates } from '#server/mail/layout.ts';
import type { SalaryType } from '#shared/catalogues.ts';
import type { Translator } from '#shared/texts/texts.ts';

/** A saved search with its new jobs. `count` is the number of all of them, `jobs` has the first ones. */
export type JobAlert = {
  id: string;
  name: string;
  /** The path of the public search. */
  path: string;
  count: number;
  /** The pay is in dollars. */
  jobs: { id: string; title: string; company: string; place: string; pay: number | null; salaryType: SalaryType }[];
  /** The path that stops these alerts without signing in. */
  stopPath: string;
};

/** Emails about new jobs that a driver's saved searches found (`docs/product/drivers.md#job-alerts`). */
export type JobAlertMails = {
  job_alert: { firstName: string; driverId: string; searches: JobAlert[] };
};

export const jobAlertTemplates: EmailTemplates<JobAlertMails> = {
  job_alert: (t, { firstName, searches }, url) => {
    const count = searches.reduce((sum, search) => sum + search.count, 0);
    const [first] = searches;
    const subject =
      searches.length === 1 && first
        ? t('notices.jobAlert', { name: first.name, count })
        : t('notices.jobAlerts', { searches: searches.length, count });
    return {
      subject,
      preview: first?.jobs.map(({ title, company }) => `${title}, ${company}`).join(' · ') ?? '',
      heading: subject,
      paragraphs: [t('emails.jobAlertBody', { firstName })],
      sections: searches.map((search) => sectionOf(t, search, url)),
      action: { label: t('emails.manageSearches'), url: `${url}/members/searches` },
      because: t('emails.becauseJobAlerts'),
      turnsOff: 'job_alert',
    };
  },
};

function sectionOf(t: Translator, { name, path, jobs, stopPath }: JobAlert, url: string) {
  return {
    heading: name,
    items: jobs.map(({ id, title, company, place, pay, salaryType }) => ({
      label: title,
      url: `${url}/jobs/${id}`,
      facts: [company, place, ...(pay ? [t('labels.payRate', { salaryType, amount: pay })] : [])].join(' · '),
    })),
    links: [
      { label: t('emails.seeAllJobs'), url: `${url}${path}` },
      { label: t('emails.stopJobAlert'), url: `${url}${stopPath}` },
    ],
  };
}
