import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { ads } from '#drizzle/schema/ads.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { posts } from '#drizzle/schema/news.ts';
import { adListFields } from '#shared/ads.ts';
import { companyFields, companyListFields } from '#shared/companies/company.ts';
import { employeeFields } from '#shared/companies/employee.ts';
import { driverFields } from '#shared/drivers/driver.ts';
import { postFields } from '#shared/news/news.ts';
import type { Field } from '#shared/resource.ts';

const split = (text: string) => text.trim().split(/\s+/);

type Resource = { table: PgTable; fields: Record<string, Field>; internal: string[] };

/**
 * The internal columns: ids, times, counters and columns calculated from others. Every other column needs a described field.
 * Columns of jobs are listed in `server/jobs/job-columns.ts`, where a missing column does not compile.
 */
const resources: Record<string, Resource> = {
  company: {
    table: companies,
    fields: { ...companyFields, ...companyListFields },
    internal: split(
      'id searchName slug emailToVerify emailVerifiedAt latitude longitude employerId tellsNotSelected answersWithinDays answerTimeDueAt closedAt erasedAt version updatedAt',
    ),
  },
  employee: {
    table: employees,
    fields: employeeFields,
    internal: split('userId companyId active formerRole createdAt'),
  },
  'account of an employee': {
    table: users,
    fields: employeeFields,
    internal: split(`
      id email emailToVerify emailVerifiedAt fullName timezone profilePicture roles status passwordHash
      language mustChangePassword passwordSetByOther sessionVersion termsAcceptedAt termsVersion newsletters
      newslettersConsentAt newslettersConsentText mutedMails version createdAt updatedAt
    `),
  },
  'driver profile': {
    table: drivers,
    fields: driverFields,
    internal: split('userId latitude longitude cell applicationCount createdAt updatedAt'),
  },
  post: {
    table: posts,
    fields: postFields,
    internal: split(`
      id channelId userId searchTitle bodyHtml excerpt pictures publishedAt views version deletedAt
      createdAt updatedAt
    `),
  },
  ad: {
    table: ads,
    fields: adListFields,
    internal: split('id version updatedAt'),
  },
};

test.each(Object.entries(resources))(
  'every column of a resource is described or internal: %s',
  (_, { table, fields, internal }) => {
    const described = new Set(Object.entries(fields).map(([name, { column = name }]) => column));
    const undescribedColumns = Object.keys(getTableColumns(table)).filter((name) => !described.has(name));
    expect(undescribedColumns.toSorted()).toEqual(internal.toSorted());
  },
);
