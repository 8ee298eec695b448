import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '#server/errors.ts';
import { getPublicCompany } from '#server/jobs/public-company-query.ts';
import type { Services } from '#server/services.ts';
import { companyPath } from '#shared/companies/company-page.ts';
import { searchPageSize } from '#shared/jobs/public-job.ts';
import { companyPage } from './company-page.ts';
import type { Site } from './html.ts';
import { companyClosedPage, companyNotFoundPage } from './plain-pages.ts';

type Options = {
  services: Services;
  site: Site;
  sendPage: (reply: FastifyReply, status: number, page: string) => FastifyReply;
  /** Answers every error that is not about a missing company. */
  handleError: (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

const slugOf = (request: FastifyRequest): string => (request.params as { slug: string }).slug;

/** Far beyond the jobs of any company. */
const maxPage = 1000;

function readPage(query: unknown): number {
  const { page = '1' } = query as Record<string, unknown>;
  const number = typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : NaN;
  if (!(number <= maxPage)) throw notFound();
  return number;
}

/** The public pages of companies (`docs/product/companies.md#public-page`). An earlier address redirects to the current one. */
export async function companyRoutes(app: FastifyInstance, { services, site, sendPage, handleError }: Options): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => {
    const status = error instanceof AppError ? error.status : null;
    if (status !== 404 && status !== 410) return handleError(error, request, reply);
    const page = status === 410 ? companyClosedPage : companyNotFoundPage;
    return sendPage(reply, status, page(site, companyPath(encodeURIComponent(slugOf(request)))));
  });
  app.get('/companies/:slug', async (request, reply) => {
    const slug = slugOf(request);
    const page = readPage(request.query);
    const company = await getPublicCompany(services.db, slug.toLowerCase(), {
      offset: (page - 1) * searchPageSize,
      limit: searchPageSize,
    });
    if (company.slug !== slug) return reply.redirect(site.pathTo(companyPath(company.slug)), 301);
    if (page > 1 && company.jobs.items.length === 0) throw notFound();
    return sendPage(reply, 200, companyPage(site, company, page));
  });
}
