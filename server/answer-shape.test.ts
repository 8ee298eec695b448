import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { jobDetailSchema, jobListItemSchema } from '#shared/job.ts';
import { applicantsPageSchema } from '#shared/applicant.ts';
import { pageOf } from '#shared/list.ts';
import { publicJobsPageSchema } from '#shared/public-job.ts';
import { answerShape } from './answer-shape.ts';

const schema = z.object({
  id: z.string(),
  at: z.nullable(z.date()),
  tags: z.array(z.object({ text: z.string() })),
  place: z.optional(z.object({ city: z.string() })),
  facts: z.record(z.string(), z.unknown()),
});

test('an answer keeps what its schema declares and loses the rest, at every depth', () => {
  const at = new Date();
  const given = {
    id: 'a',
    at,
    tags: [{ text: 'x', secret: 1 }],
    place: { city: 'Omaha', secret: 1 },
    facts: { any: 1 },
    passwordHash: 'secret',
  };
  expect(answerShape(schema)?.(given)).toEqual(schema.parse(given));
  const bare = { id: 'a', at: null, tags: [], facts: {} };
  expect(answerShape(schema)?.(bare)).toEqual(bare);
});

test('schemas that change or choose values are not shaped but parsed', () => {
  expect(answerShape(z.object({ n: z.pipe(z.string(), z.transform(Number)) }))).toBeNull();
  expect(answerShape(z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])))).toBeNull();
  expect(answerShape(z._default(z.string(), 'x'))).toBeNull();
  expect(answerShape(z.catchall(z.object({}), z.string()))).toBeNull();
});

test('the lists that Haulboard lives on are shaped', () => {
  for (const one of [pageOf(jobListItemSchema), jobDetailSchema, applicantsPageSchema, publicJobsPageSchema])
    expect(answerShape(one)).not.toBeNull();
});
