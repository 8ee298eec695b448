import type { Page } from '@playwright/test';

export const jobContent = {
  job_type: 'flatBed',
  required_experience: 'Y1',
  home_time: 'D4',
  job_description: 'Steel to the coast.\n\nHome on the tenth day.',
  salary_type: 'weekly',
  expected_pay: 1500,
  addresses: [{ street1: '1414 Harney St', city: 'Omaha', state: 'NE', postal_code: '68102', country: 'US' }],
};

/**
 * Posts a job of the company that is signed in on this page, which pays by invoice or with its stored card. Returns the ID of
 * the job. No other test may use the same title.
 */
export async function postJob(page: Page, title: string, content: object = jobContent): Promise<string> {
  // The session is in the storage of the product's origin.
  if (page.url() === 'about:blank') await page.goto('/company/jobs');
  type Order = { jobs_post_token: string; jobs: { id: string }[] };
  const order = await sendPost<Order>(page, '/jobs', { ...content, title });
  await sendPost(page, '/payment/company/invoice/charge', { secret_token: order.jobs_post_token });
  const [job] = order.jobs;
  if (!job) throw new Error('The order has no job');
  return job.id;
}

/** Sends a request with the page's session. */
async function sendPost<T>(page: Page, path: string, data: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request.post(`/api/1.0${path}`, { headers: { authorization: `Bearer ${token}` }, data });
  if (!answer.ok()) throw new Error(`Posting to ${path} failed: ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

type PublicJob = { id: string; job_hyperlink: string | null; screening_questions: unknown[] };

/**
 * Returns a job of the demo data to which a driver can apply here without answering questions. The newest jobs may be those of other
 * tests, which close them or ask questions.
 */
export async function findJobToApplyTo(page: Page, address = ''): Promise<string> {
  const read = async <T>(path: string): Promise<T> =>
    ((await (await page.request.get(`${address}/api/1.0${path}`)).json()) as { data: T }).data;
  const newest = await read<{ id: string }[]>('/public/jobs?limit=50');
  for (const { id } of newest.toReversed()) {
    const job = await read<PublicJob>(`/public/jobs/${id}`);
    if (!job.job_hyperlink && job.screening_questions.length === 0) return id;
  }
  throw new Error('There is no public job without questions');
}
