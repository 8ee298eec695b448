import { eq, sql as query } from 'drizzle-orm';
import { installation, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs, postingOrders, questionLibraries } from '#drizzle/schema/jobs.ts';
import { refreshAnswerTimes } from '#server/applicants/refresh-answer-times.ts';
import type { Database } from '#server/db/open.ts';
import { cellOf, milesBetween } from '#server/places/cells.ts';
import type { Services } from '#server/services.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { Question } from '#shared/applicants/screening.ts';
import { postingDays } from '#shared/billing/pricing.ts';
import { dayMs, daysAfter } from '#shared/days.ts';
import { text } from '#shared/texts/texts.ts';
import { platformZone } from '#shared/time-zone.ts';
import { rowOfApplication, rowOfCompany, rowOfDriver, rowOfUser, bulkInsert } from './builders.ts';
import { seedDemoActivity, seedDemoTags, seedDemoCandidates } from './demo-activity.ts';
import { seedDemoAds } from './demo-ads.ts';
import { seedDemoBilling, seedDemoPayment } from './demo-billing.ts';
import { seedDemoCompanyPages } from './demo-company-pages.ts';
import { seedDemoHiring, seedDemoSupport } from './demo-hiring.ts';
import { seedDemoLogos } from './demo-logos.ts';
import { seedDemoAttachment, seedDemoMessages } from './demo-messages.ts';
import { seedDemoNews } from './demo-news.ts';
import { seedDemoNotifications } from './demo-notifications.ts';
import { seedDemoSavedJobs } from './demo-saved-jobs.ts';
import { seedDemoSavedSearches } from './demo-saved-searches.ts';
import { answerDemoQuestions, createDemoLibrary, pickDemoQuestions } from './demo-screening.ts';
import { biggestCities, generateDriver, generateJob } from './generate.ts';
import {
  type Posting,
  type Random,
  randomFrom,
  applicantMessages,
  carrierName,
  describePosting,
  postings,
  type DemoAccountName,
  demoAccounts,
  demoPassword,
} from './vocabulary.ts';

const publicJobCount = 200;
const firstJobApplicantCount = 46;

/** Creates the demo data (`docs/product/running.md#demo-data`) completely or not at all, on the first start only. */
export async function seedDemo(services: Services): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [seedRecord] = await tx.select().from(installation).where(eq(installation.key, 'demo'));
    if (!seedRecord) await seed(tx, services);
  });
  await seedDemoAds(services);
  await seedDemoLogos(services);
  await seedDemoCompanyPages(services);
  await seedDemoAttachment(services);
}

async function seed(db: Database, services: Services): Promise<void> {
  const random = randomFrom(2026);
  const passwordHash = await hashPassword(demoPassword);
  const accounts = demoAccounts
    .map((account) =>
      rowOfUser({
        id: random.id(daysAfter(new Date(), -200)),
        email: `${account.name}@demo.example`,
        passwordHash,
        ...account,
        roles: [...account.roles],
      }),
    )
    .map(({ name: _, ...row }: ReturnType<typeof rowOfUser> & { name?: string }) => row);
  await bulkInsert(db, users, accounts);
  const getAccountId = (name: DemoAccountName) => accounts.find((row) => row.email === `${name}@demo.example`)?.id ?? '';
  const cities = await biggestCities(db, 160);
  const carriers = createCompanies(random, getAccountId);
  await bulkInsert(db, companies, carriers);
  const [prairie, invoiced] = carriers;
  if (!prairie || !invoiced) throw new Error('The demo has no companies');
  await bulkInsert(db, employees, [
    { userId: getAccountId('companyadmin'), companyId: prairie.id },
    { userId: getAccountId('company'), companyId: prairie.id },
    { userId: getAccountId('invoice'), companyId: invoiced.id },
  ]);
  // The questions use their own random numbers, so that all other demo data is the same with and without them.
  const library = createDemoLibrary(randomFrom(2029), daysAfter(new Date(), -30));
  await bulkInsert(db, questionLibraries, [{ companyId: prairie.id, questions: library }]);
  const vacancies = [
    ...createPrairieJobs(random, cities, { companyId: prairie.id, library }),
    ...createPublicJobs(random, cities, carriers),
    createLapsedJob(cities, prairie.id),
  ];
  await bulkInsert(db, postingOrders, createOrders(random, vacancies, getAccountId('companyadmin')));
  await bulkInsert(db, jobs, vacancies);
  await seedFailingRenewal(db, vacancies[3]);
  const people = createDrivers(random, cities, getAccountId('driver'), passwordHash);
  await bulkInsert(
    db,
    users,
    people.slice(1).map(({ profile: _, ...user }) => user),
  );
  await bulkInsert(
    db,
    drivers,
    people.map(({ profile }) => profile),
  );
  await bulkInsert(db, applications, createApplications(random, vacancies, people));
  await bulkInsert(db, applications, createSilentApplication(vacancies, people[0]));
  await db.execute(
    query`update jobs set application_count = a.n from (select job_id, count(*)::int n from applications group by job_id) a where a.job_id = jobs.id`,
  );
  await db.execute(
    query`update drivers set application_count = a.n from (select driver_id, count(*)::int n from applications group by driver_id) a where a.driver_id = drivers.user_id`,
  );
  await db.execute(
    query`insert into job_days (job_id, day, applications, views)
      select job_id, (application_at at time zone ${platformZone}::text)::date, count(*)::int, count(*)::int * 7 from applications group by 1, 2`,
  );
  const [firstJob] = vacancies;
  if (firstJob) await seedDemoCandidates(db, { ...omaha, endorsements: firstJob.endorsements }, passwordHash);
  await seedDemoTags(db, prairie.id, vacancies.slice(0, 4));
  const recruiterIds = [getAccountId('companyadmin'), getAccountId('company')];
  await seedDemoHiring(db, { companyId: prairie.id, recruiterIds });
  while ((await refreshAnswerTimes(db)) > 0);
  await seedDemoMessages(db, getAccountId('driver'));
  await seedDemoSavedJobs(db, getAccountId('driver'));
  await seedDemoSavedSearches(db, getAccountId('driver'));
  await seedDemoNotifications(db, { companyId: prairie.id, readerIds: recruiterIds, driverId: getAccountId('driver') });
  await seedDemoSupport(db, [
    { companyId: prairie.id, userId: getAccountId('companyadmin') },
    { companyId: invoiced.id, userId: getAccountId('invoice') },
  ]);
  await seedDemoActivity(db, {
    superadminId: getAccountId('superadmin'),
    employerId: getAccountId('companyadmin'),
    companyId: prairie.id,
  });
  await seedDemoBilling(db, services.settings, { prairie, invoiced, vacancies, employerId: getAccountId('companyadmin') });
  await seedDemoPayment(db, { companyId: prairie.id, createdBy: getAccountId('companyadmin'), cities });
  await seedDemoNews(db, services.media, getAccountId('news'));
  await db.insert(installation).values({ key: 'demo', value: 'seeded' });
  await db.execute(query`analyze`);
}

function createCompanies(random: Random, getAccountId: (name: DemoAccountName) => string) {
  const daysBefore = (daysAgo: number) => daysAfter(new Date(), -daysAgo);
  const prairieFreight = rowOfCompany({
    id: random.id(daysBefore(180)),
    companyName: 'Prairie Freight',
    type: 2,
    billingType: 'card',
    email: 'billing@prairiefreight.example',
    phoneExtension: '12',
    employerId: getAccountId('companyadmin'),
    createdAt: daysBefore(180),
  });
  const second = rowOfCompany({
    id: random.id(daysBefore(150)),
    companyName: 'Great Basin Logistics',
    type: 1,
    size: '101+',
    billingType: 'invoice',
    email: 'ap@greatbasin.example',
    street1: '50 W Broadway',
    city: 'Salt Lake City',
    state: 'UT',
    postalCode: '84101',
    latitude: 40.7608,
    longitude: -111.891,
    employerId: getAccountId('invoice'),
    createdAt: daysBefore(150),
  });
  const otherCompanies = Array.from({ length: 18 }, (_, n) =>
    rowOfCompany({
      id: random.id(daysBefore(120 - n)),
      companyName: carrierName(n + 1),
      type: n % 3 === 0 ? 1 : 2,
      billingType: n % 4 === 0 ? 'invoice' : 'card',
      status: n === 16 ? 'Inactive' : n === 17 ? 'Cancelled' : 'Active',
      email: `office-${n}@carriers.example`,
      employerId: null,
      createdAt: daysBefore(120 - n),
    }),
  );
  return [prairieFreight, second, ...otherCompanies];
}

const [dryVan] = postings;
const dryVanTexts = dryVan && describePosting(dryVan, 'Omaha', 'NE', 2025);

/** The job that a visitor opens first. */
const omaha = {
  title: 'CDL-A Regional Dry Van Driver, Omaha',
  jobType: 'dryVan' as const,
  homeTime: 'HW' as const,
  expectedPayCents: 1650_00,
  descriptionHtml: dryVanTexts?.html ?? '',
  descriptionText: dryVanTexts?.text ?? '',
  street1: '1414 Harney St',
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
  latitude: 41.2587,
  longitude: -95.9378,
  cell: cellOf(41.2587, -95.9378),
};

/** The columns of a boost for which drivers have already been emailed. */
function createBoostColumns(days: number | null) {
  const boostUntil = days === null ? null : daysAfter(new Date(), days);
  return { boostUntil, boostMailedUntil: boostUntil };
}

/**
 * Prairie Freight's jobs, with at least one in every status except payment in progress. The first job has the long list of
 * applicants.
 */
function createPrairieJobs(
  random: Random,
  cities: Parameters<typeof generateJob>[1],
  { companyId, library }: { companyId: string; library: readonly Question[] },
) {
  const states = ['POSTED', 'POSTED', 'POSTED', 'POSTED', 'SCHEDULED', 'DECLINED', 'INACTIVE', 'CLOSED', 'DISABLED'] as const;
  const rows = states.map((status, n) => ({
    ...generateJob(random, cities, companyId, n + 1, status),
    orderId: null as string | null,
    renewalCanceledAt: null as Date | null,
    renewalCancellationReason: null as string | null,
    declineReason: status === 'DECLINED' ? text('errors.cardInsufficientFunds').key : null,
    ...createBoostColumns(n === 1 ? 4 : null),
    screeningQuestions: n === 2 ? pickDemoQuestions(library) : [],
  }));
  const [first, , canceled] = rows;
  if (first) Object.assign(first, omaha);
  if (canceled)
    Object.assign(canceled, {
      autoRenew: false,
      nextBillingDate: null,
      renewalCanceledAt: daysAfter(new Date(), -2),
      renewalCancellationReason: 'Position filled',
    });
  return rows.map((row) =>
    row.status === 'DISABLED'
      ? { ...row, postingDate: daysAfter(new Date(), -9), expirationDate: daysAfter(new Date(), 21) }
      : row,
  );
}

/** The renewal of a posted job was declined yesterday, and will be tried again in two days. */
async function seedFailingRenewal(db: Database, job: { id: string } | undefined): Promise<void> {
  if (!job) return;
  const unpaidSince = daysAfter(new Date(), -1);
  const nextTry = daysAfter(new Date(), 2);
  const period = { postingDate: daysAfter(unpaidSince, -postingDays), expirationDate: nextTry, nextBillingDate: nextTry };
  await db
    .update(jobs)
    .set({ ...period, autoRenew: true, unpaidSince, renewalFailures: 1 })
    .where(eq(jobs.id, job.id));
}

/** A job that lapsed because the card was declined, so that the demo shows a job that can be renewed manually. */
function createLapsedJob(cities: Parameters<typeof generateJob>[1], companyId: string) {
  const postedAt = new Date(Date.now() - (postingDays + 6) * dayMs);
  return {
    // This job uses its own random numbers, so that all other demo data is the same with and without it.
    ...generateJob(randomFrom(2028), cities, companyId, 3, 'INACTIVE'),
    orderId: null,
    postingDate: postedAt,
    expirationDate: daysAfter(postedAt, postingDays),
    nextBillingDate: null,
    autoRenew: true,
    renewalCanceledAt: null,
    renewalCancellationReason: null,
    declineReason: text('errors.cardExpired').key,
    createdAt: postedAt,
    ...createBoostColumns(null),
    screeningQuestions: [],
  };
}

/** Creates an order for each unpaid job, so that it can be paid. */
function createOrders(random: Random, vacancies: ReturnType<typeof createPrairieJobs>, createdBy: string) {
  const unpaidJobs = vacancies.filter(
    ({ status, postingDate }) => status === 'DECLINED' || (status === 'INACTIVE' && !postingDate),
  );
  return unpaidJobs.map((job) => {
    const id = random.id(new Date());
    job.orderId = id;
    return { id, companyId: job.companyId, createdBy, orderToken: `demo-order-${id}`, totalCents: job.costCents };
  });
}

const boxTruckReefer: Posting = {
  jobType: 'reefer',
  title: 'Box-Truck Reefer Driver',
  work: 'Deliver temperature-controlled food to stores and restaurants',
  vehicle: 'a 26-foot refrigerated box truck',
  weekly: [1150, 1150],
};

/** Some jobs name the CDL class that they require, because it is another than their type of driving usually needs. */
function withChosenClass(job: ReturnType<typeof generateJob>, n: number): ReturnType<typeof generateJob> {
  if (n % 3 !== 0) return job;
  if (job.jobType === 'hotShot') return { ...job, cdlClass: 'Class A' };
  if (job.jobType !== 'reefer') return job;
  const { html, text: plainText } = describePosting(boxTruckReefer, job.city, job.state, 2025);
  return {
    ...job,
    title: boxTruckReefer.title,
    cdlClass: 'Class B',
    expectedPayCents: boxTruckReefer.weekly[0] * 100,
    descriptionHtml: html,
    descriptionText: plainText,
  };
}

function createPublicJobs(
  random: Random,
  cities: Parameters<typeof generateJob>[1],
  carriers: readonly { id: string; status?: string | undefined }[],
) {
  const activeCompanies = carriers.slice(1).filter((company) => company.status !== 'Cancelled');
  return Array.from({ length: publicJobCount }, (_, n) => ({
    ...withChosenClass(generateJob(random, cities, activeCompanies[n % activeCompanies.length]?.id ?? '', n, 'POSTED'), n),
    orderId: null,
    renewalCanceledAt: null,
    renewalCancellationReason: null,
    declineReason: null,
    ...createBoostColumns(n % 25 === 0 ? 3 : null),
    screeningQuestions: [],
  }));
}

function createDrivers(random: Random, cities: Parameters<typeof generateJob>[1], driverId: string, passwordHash: string) {
  const dale = {
    ...generateDriver(random, cities, 0, 0, null),
    id: driverId,
    email: 'driver@demo.example',
    firstName: 'Dale',
    lastName: 'Hutchins',
  };
  const nearbyCities = cities.filter((city) => milesBetween(city, omaha) < 600);
  const otherDrivers = Array.from({ length: 90 }, (_, n) =>
    generateDriver(
      random,
      n < firstJobApplicantCount && nearbyCities.length ? nearbyCities : cities.slice(0, 40),
      0,
      n + 1,
      passwordHash,
    ),
  );
  return [{ ...dale, profile: rowOfDriver(driverId) }, ...otherDrivers];
}

function createApplications(
  random: Random,
  vacancies: ReturnType<typeof createPrairieJobs>,
  people: ReturnType<typeof createDrivers>,
) {
  const applyToJob = (job: (typeof vacancies)[number] | undefined, from: number, to: number) =>
    job
      ? people.slice(from, to).map((applicant, n) => {
          const at = new Date(Math.max(job.postingDate?.getTime() ?? 0, Date.now() - random.next() ** 2 * 20 * dayMs));
          return rowOfApplication(job, applicant, {
            id: random.id(at),
            applicationAt: at,
            message: random.pick(applicantMessages),
            ...answerDemoQuestions(job.screeningQuestions, n),
          });
        })
      : [];
  return [
    ...applyToJob(vacancies[0], 1, 1 + firstJobApplicantCount),
    ...applyToJob(vacancies[1], 40, 56),
    ...applyToJob(vacancies[2], 10, 19),
    ...applyToJob(vacancies[3], 50, 54),
    ...applyToJob(vacancies[12], 0, 12),
  ];
}

/** An application of the demo driver to another company, which was reminded of it twice and has not answered. */
function createSilentApplication(
  vacancies: ReturnType<typeof createPrairieJobs>,
  driver: ReturnType<typeof createDrivers>[number] | undefined,
) {
  const at = daysAfter(new Date(), -16);
  const job = vacancies.slice(13).find(({ status, postingDate }) => status === 'POSTED' && postingDate && postingDate < at);
  if (!job || !driver) return [];
  // It uses its own random numbers, so that all other demo data is the same with and without it.
  const id = randomFrom(2037).id(at);
  return [rowOfApplication(job, driver, { id, applicationAt: at, remindedAt: daysAfter(at, 10) })];
}
