import type { Sql } from 'postgres';
import type { BenchData } from './data.ts';
import { median, type Row, formatNumber, formatVerdict } from './numbers.ts';
import type { Recorder, Statement } from './record.ts';
import { get, post, type Request } from './targets.ts';

type Page = { name: string; request: Request };

/** The limit in milliseconds. Users notice a page that takes longer. */
const maxMs = 100;

/** Returns the first page of each list and, if the list is long enough, the page at offset 9,000. */
function getPages({ employers, longestJob, admin }: BenchData): Page[] {
  const employerToken = employers[0]?.token ?? '';
  const { token } = longestJob.owner;
  const applicantsPath = `/jobs/${longestJob.id}/applicants`;
  const filterBy = (...and: [string, string, unknown][]) => ({
    filters: { and: and.map(([field, operator, value]) => ({ field, operator, value })) },
  });
  const orderBy = (field: string, direction: 'asc' | 'desc') => ({ orders: [{ field, direction }] });
  const firstPages: [string, Request][] = [
    ["employer's jobs", get('/jobs?limit=25', employerToken)],
    ["employer's jobs, searched", get('/jobs?limit=25&query=driver', employerToken)],
    ["employer's jobs, by status", post('/jobs/search?limit=25', filterBy(['status', 'equals', 'POSTED']), employerToken)],
    ["employer's jobs, by title", post('/jobs/search?limit=25', orderBy('title', 'asc'), employerToken)],
    ["everybody's jobs (admin)", get('/jobs?limit=25', admin.token)],
    ["everybody's jobs, searched (admin)", get('/jobs?limit=25&query=tanker', admin.token)],
    ['applicants by name', get(`${applicantsPath}?limit=25`, token)],
    ['applicants, newest first', post(`${applicantsPath}/search?limit=25`, orderBy('application_at', 'desc'), token)],
    ['applicants, nearest first', post(`${applicantsPath}/search?limit=25`, orderBy('distance', 'asc'), token)],
    ['applicants, most experienced', post(`${applicantsPath}/search?limit=25`, orderBy('years_of_experience', 'desc'), token)],
    [
      'applicants, filtered',
      post(
        `${applicantsPath}/search?limit=25`,
        { ...filterBy(['applicant', 'ilike', 'mar'], ['distance', 'less_than', 900]), ...orderBy('application_at', 'desc') },
        token,
      ),
    ],
    ['public jobs', get('/public/jobs?limit=25')],
    ['public jobs, searched', get('/public/jobs?limit=25&query=reefer')],
    ['public jobs, common word', get('/public/jobs?limit=25&query=driver')],
    ['public jobs, rare words', get('/public/jobs?limit=25&query=fuel%20nights%20reno')],
    ['public jobs, in a state', get('/public/jobs?limit=25&state=TX')],
    ['public jobs, around a city', get('/public/jobs?limit=25&city=Dallas&state=TX&radius=100')],
    ['companies (admin)', post('/companies/search?limit=25', {}, admin.token)],
    [
      'companies, searched (admin)',
      post('/companies/search?limit=25', filterBy(['company_name', 'ilike', 'prairie']), admin.token),
    ],
  ];
  const deepPages: [string, Request][] = [
    ["everybody's jobs (admin)", get('/jobs?limit=25&offset=9000', admin.token)],
    ['applicants by name', get(`${applicantsPath}?limit=25&offset=9000`, token)],
    ['applicants, newest first', post(`${applicantsPath}/search?limit=25&offset=9000`, orderBy('application_at', 'desc'), token)],
    ['applicants, nearest first', post(`${applicantsPath}/search?limit=25&offset=9000`, orderBy('distance', 'asc'), token)],
    [
      'applicants, most experienced',
      post(`${applicantsPath}/search?limit=25&offset=9000`, orderBy('years_of_experience', 'desc'), token),
    ],
    ['public jobs', get('/public/jobs?limit=25&offset=9000')],
    ['public jobs, common word', get('/public/jobs?limit=25&query=driver&offset=9000')],
  ];
  return [
    ...firstPages.map(([name, request]) => ({ name, request })),
    ...deepPages.map(([name, request]) => ({ name: `${name}, offset 9,000`, request })),
  ];
}

const isSessionCheck = ({ text }: Statement) => text.includes('from sessions s');
const repetitions = 15;

/** Measures the milliseconds of a page's statements, one after the other on an idle connection. */
export async function measurePages(recorder: Recorder, sql: Sql, data: BenchData): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, request } of getPages(data)) {
    const statements = (await recorder.record(request)).flat().filter((statement) => !isSessionCheck(statement));
    const pageMs = await measureMedianMs(sql, statements);
    rows.push([name, formatNumber(pageMs), `≤ ${maxMs}`, formatVerdict(pageMs <= maxMs)]);
  }
  return rows;
}

async function measureMedianMs(sql: Sql, statements: readonly Statement[]): Promise<number> {
  const durations: number[] = [];
  for (let n = 0; n < repetitions; n += 1) durations.push(await measureMs(sql, statements));
  return median(durations);
}

/** Runs the statements one after the other and returns the milliseconds. */
export async function measureMs(sql: Sql, statements: readonly Statement[]): Promise<number> {
  const startedAt = performance.now();
  for (const { text, parameters, prepare } of statements) await sql.unsafe(text, parameters as never, { prepare });
  return performance.now() - startedAt;
}

export const pageColumns = ['list page (statements in the database)', 'ms', 'bound', ''];
