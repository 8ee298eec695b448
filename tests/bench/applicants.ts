/**
 * `node tests/bench/applicants.ts`: times every list, board and count of a company with 10,000 applicants, next to 200,000
 * applicants of others, on a temporary PostgreSQL server. It prints the median and exits with 1 if one takes more than 100 ms.
 * Run it on an idle machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applications } from '#drizzle/schema/drivers.ts';
import { readAskedQuestions } from '#server/applicants/answer-query.ts';
import { listCandidates } from '#server/applicants/candidates.ts';
import { listFollowUps } from '#server/applicants/follow-up-query.ts';
import { applicantDistances, countStages, listApplicants, searchApplicants } from '#server/applicants/list-query.ts';
import { readHiringReport, readHiringReportByJob } from '#server/applicants/report-query.ts';
import { readToday } from '#server/applicants/today-query.ts';
import { openDatabase } from '#server/db/open.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { listCompanyInterviews } from '#server/interviews/interview-query.ts';
import { listBusyTimes } from '#server/interviews/taken-times.ts';
import { countCompanyUnread, listCompanyConversations } from '#server/messages/conversation-query.ts';
import { selectCompany } from '#server/trpc.ts';
import { writeTradeQuestions } from '#shared/applicants/question-library.ts';
import type { Question } from '#shared/applicants/screening.ts';
import type { Filter } from '#shared/lists/list.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { makeScope } from '#tests/helpers/query-plans.ts';

const maxMilliseconds = 100;
const runs = 21;
const cluster = await startCluster({ settings: { synchronous_commit: 'off', shared_buffers: '512MB' } });
if (!cluster) throw new Error('This needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-applicants-'));
const { db, sql, close } = await openDatabase({ url: `${cluster.url}/postgres`, dataDir: folder });

/** What every job asks: two numbers and two texts. With eight questions, a filter by an answer takes two to three times as long. */
const questions: Question[] = writeTradeQuestions(writerIn('en'))
  .slice(0, 4)
  .map((question, n) => ({ ...question, type: n < 2 ? 'number' : 'text' }));
const [numberId, , , textId] = questions.map(({ id }) => id);

/** Fills a company with applicants of different stages, owners, tags, scores and names. The first job has 40 percent of them. */
async function fillCompany(amount: number): Promise<{ companyId: string; jobId: string; ownerId: string }> {
  const { id: companyId } = await makeCompany(db);
  const { id: ownerId } = await makeEmployee(db, companyId);
  const jobs = [];
  for (let index = 0; index < 40; index += 1) jobs.push(await makeJob(db, companyId));
  const [job] = jobs;
  if (!job) throw new Error('No job was created');
  const row = rowOfApplication(job, await makeDriver(db));
  await db.insert(applications).values(row);
  const jobIds = jobs.map(({ id }) => id);
  await sql`insert into applications (id, job_id, company_id, person_id, first_name, last_name, email, phone, application_at, stage, not_a_fit_reason,
      owner_id, match_score, distance, years_of_experience, rating, cdl_status, work_experiences, endorsements, is_flagged, viewed_at)
    select gen_random_uuid(), (${jobIds}::uuid[])[case when n % 5 < 2 then 1 else 1 + n % 40 end], ${companyId}, gen_random_uuid(),
      'First' || n % 997, 'Last' || n % 1009, ${companyId} || '-' || n || '@example.com', (4350000000 + n)::text, now() - n * interval '7 minutes',
      stage, case when stage = 'not_a_fit' then 'position_filled' end, case when n % 3 = 0 then ${ownerId}::uuid end,
      (n % 100) / 100.0, n % 1500, n % 30, nullif(n % 6, 0), 'CDL Class A', '{dryVan}', '{H}', n % 100 = 0,
      case when n % 2 = 0 then now() end
    from (select n, (array['new', 'reviewed', 'contacted', 'interview', 'offer', 'hired', 'not_a_fit'])[1 + n % 7] stage
      from generate_series(1, ${amount}) n) rows`;
  await sql`update jobs set screening_questions = ${JSON.stringify(questions)}::text::jsonb where company_id = ${companyId}`;
  // Each driver answers every question: the numbers are spread, and the texts are as long as people write them.
  await sql`update applications set screening_answers = (
      select jsonb_agg(jsonb_build_object('questionId', question->>'id', 'type', question->>'type', 'text', question->>'text',
        'isFlagged', false, 'value', case when question->>'type' = 'number' then to_jsonb(distance::int % 13)
          else to_jsonb('I drove for Last' || distance::int % 97 || ' and would like to be home every weekend') end))
      from jsonb_array_elements(${JSON.stringify(questions)}::text::jsonb) question) where company_id = ${companyId} and email like '%-%'`;
  const [tag] = await sql<
    { id: string }[]
  >`insert into company_tags (id, company_id, text) values (gen_random_uuid(), ${companyId}, 'Night shift') returning id`;
  await sql`insert into application_tags (application_id, tag_id) select id, ${tag?.id ?? ''} from applications where company_id = ${companyId} and rating = 3`;
  await sql`insert into users (id, email, first_name, last_name, roles)
    select person_id, email, first_name, last_name, '{Driver}' from applications where company_id = ${companyId} and person_id is not null
    on conflict do nothing`;
  await sql`insert into conversations (id, company_id, driver_id, application_id, last_message_at, last_sender, company_unread)
    select gen_random_uuid(), company_id, person_id, min(id::text)::uuid, max(application_at), case when max(rating) = 3 then 'driver' else 'company' end,
      coalesce(max(rating) = 3, false)::int
    from applications where company_id = ${companyId} and person_id in (select id from users) group by company_id, person_id`;
  await sql`insert into interviews (id, company_id, application_id, proposed_by, status, kind, minutes, times, starts_at)
    select gen_random_uuid(), company_id, id, ${ownerId}, 'scheduled', 'phone', 30, array[now() + distance * interval '1 hour'],
      now() + distance * interval '1 hour'
    from applications where company_id = ${companyId} and stage = 'interview'`;
  // One person has proposed all interviews: those that are over, and some whose five times can be taken.
  await sql`insert into interviews (id, company_id, application_id, proposed_by, status, kind, minutes, times, starts_at)
    select gen_random_uuid(), company_id, id, ${ownerId}, 'scheduled', 'phone', 30, array[now() - distance * interval '1 hour'],
      now() - distance * interval '1 hour'
    from applications where company_id = ${companyId} and stage in ('hired', 'offer')`;
  await sql`insert into interviews (id, company_id, application_id, proposed_by, status, kind, minutes, times)
    select gen_random_uuid(), company_id, id, ${ownerId}, 'proposed', 'phone', 30,
      array(select now() + (distance + day * 24) * interval '1 hour' from generate_series(1, 5) day)
    from applications where company_id = ${companyId} and stage = 'contacted' and rating = 3`;
  await sql`insert into follow_ups (id, company_id, application_id, owner_id, task, due_on, done_at)
    select gen_random_uuid(), company_id, id, owner_id, 'Call about the start date', current_date + distance::int % 60 - 20,
      case when rating > 2 then now() - distance * interval '1 hour' end
    from applications where company_id = ${companyId}`;
  return { companyId, jobId: job.id, ownerId };
}

const { companyId, jobId, ownerId } = await fillCompany(10_000);
for (let other = 0; other < 4; other += 1) await fillCompany(50_000);
await sql`vacuum analyze`;

const company = selectCompany(makeScope(companyId), undefined);
const page = { offset: 0, limit: 25 };
const filter = (field: string, operator: string, value: unknown) => ({ field, operator, value }) as Filter;
const search = (request: Partial<Parameters<typeof searchApplicants>[2]>) => () =>
  searchApplicants(db, company, { ...page, ...request });
const ofJob = filter('job', 'in', [jobId]);
const calls: Record<string, () => Promise<unknown>> = {
  'all jobs, newest': search({}),
  'all jobs, page 200': search({ offset: 4975 }),
  'by match score': search({ orders: [{ field: 'match_score', direction: 'desc' }] }),
  'by name': search({ orders: [{ field: 'applicant', direction: 'asc' }] }),
  'by stage': search({ orders: [{ field: 'stage', direction: 'asc' }] }),
  'by distance': search({ orders: [{ field: 'distance', direction: 'asc' }] }),
  'search by name': search({ filters: { or: [filter('applicant', 'ilike', 'Last77'), filter('email', 'ilike', 'Last77')] } }),
  'search by phone': search({
    filters: {
      or: [
        filter('applicant', 'ilike', '4350001234'),
        filter('email', 'ilike', '4350001234'),
        filter('phone', 'ilike', '4350001234'),
      ],
    },
  }),
  'stage, owner and tag': search({
    filters: {
      and: [filter('stage', 'in', ['new', 'reviewed']), filter('owner', 'in', [ownerId]), filter('tag', 'in', ['Night shift'])],
    },
  }),
  'number as an answer': search({ filters: filter(`answer.${numberId}`, 'between', [3, 5]) }),
  'answer that no one gave': search({ filters: filter(`answer.${numberId}`, 'equals', 500) }),
  'text as an answer': search({ filters: filter(`answer.${textId}`, 'ilike', 'last77') }),
  'asked questions': () => readAskedQuestions(db, { ...company, jobId: undefined }),
  'experience and endorsement': search({
    filters: { and: [filter('years_of_experience', 'greater_than', 5), filter('endorsements', 'in', ['H'])] },
  }),
  'one job, by name': search({ filters: ofJob, orders: [{ field: 'applicant', direction: 'asc' }] }),
  'one job, by match score': search({ filters: ofJob, orders: [{ field: 'match_score', direction: 'desc' }] }),
  'one job, through REST': () => listApplicants(db, makeScope(companyId), { id: jobId, ...page }),
  'board column': search({ filters: filter('stage', 'equals', 'contacted') }),
  'board column of one job': search({ filters: { and: [filter('stage', 'equals', 'contacted'), ofJob] } }),
  'board counts': () => countStages(db, company, {}),
  'board counts of one job': () => countStages(db, company, { filters: ofJob }),
  distances: () => applicantDistances(db, makeScope(companyId), { id: jobId }),
  candidates: () => listCandidates(db, makeScope(companyId), { id: jobId, ...page, distanceLimit: true, language: 'en' }),
  today: () => readToday(db, company, { user: { userId: ownerId, companyId } }),
  conversations: () => listCompanyConversations(db, company, { ...page, language: 'en' }),
  'unanswered conversations': () => listCompanyConversations(db, company, { ...page, language: 'en', unanswered: true }),
  'unread messages': () => countCompanyUnread(db, company),
  interviews: () => listCompanyInterviews(db, company, { ...page, show: 'upcoming' }),
  'interviews without a time': () => listCompanyInterviews(db, company, { limit: 25, offset: 1450, show: 'upcoming' }),
  'past interviews': () => listCompanyInterviews(db, company, { ...page, show: 'past' }),
  'unplanned interviews': () => listCompanyInterviews(db, company, { ...page, show: 'unplanned' }),
  'own busy times': () => listBusyTimes(db, makeScope(companyId), { userId: ownerId }),
  'own follow-ups': () => listFollowUps(db, company, { ...page, owner: 'me', status: 'open', userId: ownerId }),
  'follow-ups of everyone': () => listFollowUps(db, company, { ...page, owner: 'anyone', status: 'open', userId: ownerId }),
  'follow-ups that are done': () => listFollowUps(db, company, { ...page, owner: 'anyone', status: 'done', userId: ownerId }),
  report: () => readHiringReport(db, company, {}),
  'report by job': () => readHiringReportByJob(db, company, {}),
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
try {
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      await call();
      times.push(performance.now() - start);
    }
    const milliseconds = median(times);
    if (milliseconds > maxMilliseconds) process.exitCode = 1;
    process.stdout.write(
      `${milliseconds > maxMilliseconds ? 'OVER' : 'ok  '} ${milliseconds.toFixed(1).padStart(7)} ms  ${name}\n`,
    );
  }
} finally {
  await close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
