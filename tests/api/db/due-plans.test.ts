import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import { generate } from '#server/demo/generate.ts';
import { dueTasks } from '#server/worker/tasks.ts';
import { findIndexes, openRecordingDatabase, findFullScans, type RecordingDatabase } from '#tests/helpers/query-plans.ts';

/**
 * The worker's query of each second, with the generic plan that a prepared statement uses. Usually nothing is due, and then
 * a plan that expects an early hit reads whole tables.
 */
let database: RecordingDatabase;

beforeAll(async () => {
  database = await openRecordingDatabase();
  await generate(database.db, { companies: 50, jobs: 10_000, drivers: 1_000, applications: 2_000 });
  const sent = { recipient: 'dana@test.example', template: 'email_taken', data: {}, sentAt: new Date() } as const;
  await database.db.insert(outbox).values(Array.from({ length: 3_000 }, () => sent));
  await database.sql`vacuum analyze`;
}, 120_000);
afterAll(() => database.close());

test('what is due is found without reading jobs, applications or mails from end to end', async () => {
  const [statement] = await database.recordStatements(() => dueTasks(database.db));
  const plan = await database.getGenericPlan(statement!);
  expect(findFullScans(plan, ['jobs', 'outbox', 'applications'])).toEqual([]);
  const indexes = findIndexes(plan, 'jobs');
  expect(indexes).toHaveLength(7);
  expect(indexes.filter((name) => !/_(due|notice|mail)_index$/.test(name))).toEqual([]);
});
