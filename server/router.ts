import { auditRouter, adminRouter, securityRouter } from '#server/admin/router.ts';
import { adsRouter } from '#server/ads/router.ts';
import { followUpsRouter } from '#server/applicants/follow-up-router.ts';
import { hiringRouter } from '#server/applicants/hiring-router.ts';
import { reportsRouter } from '#server/applicants/report-router.ts';
import { applicantsRouter } from '#server/applicants/router.ts';
import { accountRouter } from '#server/auth/account-router.ts';
import { factorsRouter } from '#server/auth/factors-router.ts';
import { authRouter } from '#server/auth/router.ts';
import { billingRouter } from '#server/billing/router.ts';
import { checkoutRouter } from '#server/checkout/router.ts';
import { companiesRouter } from '#server/company/companies-router.ts';
import { companyPageRouter } from '#server/company/company-page-router.ts';
import { employeesRouter } from '#server/company/employees-router.ts';
import { notificationsRouter } from '#server/company/notifications-router.ts';
import { placesRouter } from '#server/company/places-router.ts';
import { companyRouter } from '#server/company/router.ts';
import { companySignInRouter } from '#server/company/sign-in-router.ts';
import { supportRouter } from '#server/company/support-router.ts';
import { deletionRouter } from '#server/deletion/router.ts';
import { publicRouter } from '#server/drivers/public-router.ts';
import { driversRouter } from '#server/drivers/router.ts';
import { savedSearchesRouter } from '#server/drivers/saved-searches/saved-searches-router.ts';
import { seenJobsRouter } from '#server/drivers/seen-jobs-router.ts';
import { galleryRouter } from '#server/gallery/router.ts';
import { interviewsRouter } from '#server/interviews/router.ts';
import { jobsRouter } from '#server/jobs/router.ts';
import { messagesRouter } from '#server/messages/router.ts';
import { memberNewsRouter } from '#server/news/member-router.ts';
import { newsRouter } from '#server/news/router.ts';
import { previewRouter } from '#server/site/preview-router.ts';
import { router } from './trpc.ts';

/** All tRPC procedures by domain. */
export const appRouter = router({
  account: accountRouter,
  admin: adminRouter,
  ads: adsRouter,
  applicants: applicantsRouter,
  hiring: hiringRouter,
  reports: reportsRouter,
  audit: auditRouter,
  auth: authRouter,
  billing: billingRouter,
  checkout: checkoutRouter,
  companies: companiesRouter,
  company: companyRouter,
  companyPage: companyPageRouter,
  companySignIn: companySignInRouter,
  support: supportRouter,
  employees: employeesRouter,
  places: placesRouter,
  deletion: deletionRouter,
  drivers: driversRouter,
  factors: factorsRouter,
  gallery: galleryRouter,
  jobs: jobsRouter,
  memberNews: memberNewsRouter,
  followUps: followUpsRouter,
  interviews: interviewsRouter,
  messages: messagesRouter,
  news: newsRouter,
  notifications: notificationsRouter,
  preview: previewRouter,
  savedSearches: savedSearchesRouter,
  seenJobs: seenJobsRouter,
  public: publicRouter,
  security: securityRouter,
});

export type AppRouter = typeof appRouter;
