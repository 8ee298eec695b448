import { accountRoutes } from './routes/account.ts';
import { adminRoutes } from './routes/admin.ts';
import { adRoutes } from './routes/ads.ts';
import { applicantRoutes } from './routes/applicants.ts';
import { authRoutes } from './routes/auth.ts';
import { backOfficeRoutes } from './routes/back-office.ts';
import { companyRoutes } from './routes/company.ts';
import { driverRoutes } from './routes/drivers.ts';
import { galleryRoutes } from './routes/gallery.ts';
import { jobRoutes } from './routes/jobs.ts';
import { newsRoutes } from './routes/news.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { paymentRoutes } from './routes/payment.ts';
import type { Route } from './table.ts';

/** Every call of the REST facade, domain by domain. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...accountRoutes,
  ...companyRoutes,
  ...backOfficeRoutes,
  ...adminRoutes,
  ...jobRoutes,
  ...paymentRoutes,
  ...notificationRoutes,
  ...applicantRoutes,
  ...driverRoutes,
  ...newsRoutes,
  ...adRoutes,
  ...galleryRoutes,
];
