import { eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';

/** How the company pays, if it may post at all: an inactive one keeps what runs and gets nothing new (`product: Companies`). */
export async function mayPost(db: Database, companyId: string) {
  const [company] = await db
    .select({ status: companies.status, billingType: companies.billingType })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) throw notFound('This company');
  if (company.status === 'Inactive')
    throw new AppError('company_inactive', 'This company isn’t active yet, so it can’t post jobs. Contact us to activate it.');
  if (company.status === 'Cancelled') throw new AppError('company_cancelled', 'This company was cancelled.');
  return { billingType: company.billingType };
}
