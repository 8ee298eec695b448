import { account } from './en/account.ts';
import { actions } from './en/actions.ts';
import { admin } from './en/admin.ts';
import { ads } from './en/ads.ts';
import { applicants } from './en/applicants.ts';
import { audit } from './en/audit.ts';
import { billing } from './en/billing.ts';
import { candidates } from './en/candidates.ts';
import { catalogues } from './en/catalogues.ts';
import { checkout } from './en/checkout.ts';
import { common } from './en/common.ts';
import { companyPage } from './en/company-page.ts';
import { company } from './en/company.ts';
import { driver } from './en/driver.ts';
import { editor } from './en/editor.ts';
import { emails } from './en/emails.ts';
import { employees } from './en/employees.ts';
import { errors } from './en/errors.ts';
import { fields } from './en/fields.ts';
import { files } from './en/files.ts';
import { followUps } from './en/follow-ups.ts';
import { frames } from './en/frames.ts';
import { hiring } from './en/hiring.ts';
import { interviews } from './en/interviews.ts';
import { jobs } from './en/jobs.ts';
import { labels } from './en/labels.ts';
import { legal } from './en/legal.ts';
import { list } from './en/list.ts';
import { messages } from './en/messages.ts';
import { news } from './en/news.ts';
import { notices } from './en/notices.ts';
import { notifications } from './en/notifications.ts';
import { places } from './en/places.ts';
import { receipts } from './en/receipts.ts';
import { reports } from './en/reports.ts';
import { screening } from './en/screening.ts';
import { searches } from './en/searches.ts';
import { securityEvents } from './en/security-events.ts';
import { security } from './en/security.ts';
import { settings } from './en/settings.ts';
import { signIn } from './en/sign-in.ts';
import { signUp } from './en/sign-up.ts';
import { site } from './en/site.ts';
import { suggestions } from './en/suggestions.ts';
import { support } from './en/support.ts';
import { today } from './en/today.ts';
import { ui } from './en/ui.ts';
import { uploads } from './en/uploads.ts';

/**
 * This catalogue has every text that people read, in English, in one file a section. Messages are written in ICU
 * MessageFormat: `{name}` is a parameter, `{count, plural, one {# job} other {# jobs}}` is a number with its noun, and
 * `<b>…</b>` is markup. A key says what the text is for. A text that several screens share is in `common`.
 */
export const en = {
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
