import { account } from './es/account.ts';
import { actions } from './es/actions.ts';
import { admin } from './es/admin.ts';
import { ads } from './es/ads.ts';
import { applicants } from './es/applicants.ts';
import { audit } from './es/audit.ts';
import { billing } from './es/billing.ts';
import { candidates } from './es/candidates.ts';
import { catalogues } from './es/catalogues.ts';
import { checkout } from './es/checkout.ts';
import { common } from './es/common.ts';
import { companyPage } from './es/company-page.ts';
import { company } from './es/company.ts';
import { driver } from './es/driver.ts';
import { editor } from './es/editor.ts';
import { emails } from './es/emails.ts';
import { employees } from './es/employees.ts';
import { errors } from './es/errors.ts';
import { fields } from './es/fields.ts';
import { files } from './es/files.ts';
import { followUps } from './es/follow-ups.ts';
import { frames } from './es/frames.ts';
import { hiring } from './es/hiring.ts';
import { interviews } from './es/interviews.ts';
import { jobs } from './es/jobs.ts';
import { labels } from './es/labels.ts';
import { legal } from './es/legal.ts';
import { list } from './es/list.ts';
import { messages } from './es/messages.ts';
import { news } from './es/news.ts';
import { notices } from './es/notices.ts';
import { notifications } from './es/notifications.ts';
import { places } from './es/places.ts';
import { receipts } from './es/receipts.ts';
import { reports } from './es/reports.ts';
import { screening } from './es/screening.ts';
import { searches } from './es/searches.ts';
import { securityEvents } from './es/security-events.ts';
import { security } from './es/security.ts';
import { settings } from './es/settings.ts';
import { signIn } from './es/sign-in.ts';
import { signUp } from './es/sign-up.ts';
import { site } from './es/site.ts';
import { suggestions } from './es/suggestions.ts';
import { support } from './es/support.ts';
import { today } from './es/today.ts';
import { ui } from './es/ui.ts';
import { uploads } from './es/uploads.ts';
import type { Catalogue } from './texts.ts';

/** Every text in Spanish, as Spanish-speaking drivers and offices in the United States use it. The keys are the English ones. */
export const es: Catalogue = {
  ui,
  signIn,
  signUp,
  errors,
  common,
  list,
  account,
  admin,
  ads,
  applicants,
  audit,
  securityEvents,
  billing,
  checkout,
  company,
  companyPage,
  support,
  driver,
  employees,
  frames,
  jobs,
  today,
  searches,
  screening,
  interviews,
  followUps,
  messages,
  reports,
  hiring,
  candidates,
  news,
  notifications,
  places,
  editor,
  legal,
  security,
  settings,
  uploads,
  catalogues,
  fields,
  labels,
  actions,
  files,
  site,
  emails,
  receipts,
  notices,
  suggestions,
};
