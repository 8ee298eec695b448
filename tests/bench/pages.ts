import type { Sql } from 'postgres';
import type { BenchData } from './data.ts';
import { median, type Row, show, verdict } from './numbers.ts';
import type { Recorder, Statement } from './record.ts';
import { get, post, type Request } from './targets.ts';

type Page = { name: string; request: Request };

/** Milliseconds. A page that takes longer is felt as slow. */
const maxMs = 100;

/** List pages: each list's first page and, if it is long enough, the one at offset 9,000. */
function pagesOf({ employers, long, admin }: BenchData): Page[] {
  const employer = employers[0]?.token ?? '';
  const { token } = long.owner;
  const applicants = `/jobs/${long.id}/applicants`;
  const where = (...and: [string, string, unknown][]) => ({
    filters: { and: and.map(([field, operator, value]) => ({ field, operator, value })) },
  });
  const by = (field: string, direction: 'asc' | 'desc') => ({ orders: [{ field, direction }] });
  const first: [string, Request][] = [
    ["employer's jobs", get('/jobs?limit=25', employer)],
    ["employer's jobs, searched", get('/jobs?limit=25&query=driver', employer)],
    ["employer's jobs, by status", post('/jobs/search?limit=25', where(['status', 'equals', 'POSTED']), employer)],
    ["employer's jobs, by title", post('/jobs/search?limit=25', by('title', 'asc'), employer)],
    ["everybody's jobs (admin)", get('/jobs?limit=25', admin.token)],
    ["everybody's jobs, searched (admin)", get('/jobs?limit=25&query=tanker', admin.token)],
    ['applicants by name', get(`${applicants}?limit=25`, token)],
    ['applicants, newest first', post(`${applicants}/search?limit=25`, by('application_at', 'desc'), token)],
    ['applicants, nearest first', post(`${applicants}/search?limit=25`, by('distance', 'asc'), token)],
    ['applicants, most experienced', post(`${applicants}/search?limit=25`, by('years_of_experience', 'desc'), token)],
    [
      'applicants, filtered',
      post(
        `${applicants}/search?limit=25`,
        { ...where(['applicant', 'ilike', 'mar'], ['distance', 'less_than', 900]), ...by('application_at', 'desc') },
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
    ['companies, searched (admin)', post('/companies/search?limit=25', where(['company_name', 'ilike', 'prairie']), admin.token)],
  ];
  const deepPages: [string, Request][] = [
    ["everybody's jobs (admin)", get('/jobs?limit=25&offset=9000', admin.token)],
    ['applicants by name', get(`${applicants}?limit=25&offset=9000`, token)],
    ['applicants, newest first', post(`${applicants}/search?limit=25&offset=9000`, by('application_at', 'desc'), token)],
    ['applicants, nearest first', post(`${applicants}/search?limit=25&offset=9000`, by('distance', 'asc'), token)],
    ['applicants, most experienced', post(`${applicants}/search?limit=25&offset=9000`, by('years_of_experience', 'desc'), token)],
    ['public jobs', get('/public/jobs?limit=25&offset=9000')],
    ['public jobs, common word', get('/public/jobs?limit=25&query=driver&offset=9000')],
  ];
  return [
    ...first.map(([name, request]) => ({ name, request })),
    ...deepPages.map(([name, request]) => ({ name: `${name}, offset 9,000`, request })),
  ];
}

const isCount = ({ text }: Statement) => /^\s*select count\(/i.test(text);
const isSessionCheck = ({ text }: Statement) => text.includes('from sessions s');
const times = 15;

/**
 * The milliseconds of a page's statements, one after the other on an idle connection. The count of all rows runs parallel
 * to the page; it is listed separately and has no limit.
 */
export async function pageTimes(recorder: Recorder, sql: Sql, data: BenchData): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, request } of pagesOf(data)) {
    const statements = (await recorder.record(request)).flat().filter((statement) => !isSessionCheck(statement));
    const counts = statements.filter(isCount);
    const page = statements.filter((statement) => !isCount(statement));
    const pageMs = await timeOf(sql, page);
    const countMs = await timeOf(sql, counts);
    rows.push([name, show(pageMs), counts.length ? show(countMs) : '', `≤ ${maxMs}`, verdict(pageMs <= maxMs)]);
  }
  return rows;
}

async function timeOf(sql: Sql, statements: readonly Statement[]): Promise<number> {
  const found: number[] = [];
  for (let n = 0; n < times; n += 1) found.push(await timeOnce(sql, statements));
  return median(found);
}

/** The milliseconds of the statements, one after the other. */
export async function timeOnce(sql: Sql, statements: readonly Statement[]): Promise<number> {
  const started = performance.now();
  for (const { text, parameters, prepare } of statements) await sql.unsafe(text, parameters as never, { prepare });
  return performance.now() - started;
}

export const pagesHead = ['list page (statements in the database)', 'page ms', 'count ms', 'bound', ''];
