import { and, eq, isNull, notExists } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { conversations, messageAttachments, messages, textMessages } from '#drizzle/schema/messages.ts';
import type { Database } from '#server/db/open.ts';
import { storeDocument } from '#server/media/store-document.ts';
import type { Services } from '#server/services.ts';
import { agreeToTexts, textConsentWording } from '#server/sms/consent.ts';
import { createTextFrame } from '#server/sms/queue-text.ts';
import { dayMs } from '#shared/days.ts';
import type { MessageChannel } from '#shared/messages/message.ts';
import { randomFrom } from './vocabulary.ts';

const hourMs = dayMs / 24;

const questions = [
  'Hi {name}, thanks for applying. Do you have a few minutes for a call today?',
  'Hi {name}, your experience fits this run. When could you start?',
  'Hi {name}, are you fine with being home on weekends only?',
];
const answers = ['Yes, call me after 4 PM please.', 'I can start in two weeks.', 'That works for me.'];

/** What the driver who answers by email sends with the answer. */
const emailAnswer = 'Yes, call me after 4 PM. A copy of my CDL is attached.';
const emailFileName = 'CDL copy.pdf';

const maxConversations = 12;
/** How many drivers answered last without being read. */
const unreadAnswers = 3;

/** The conversations that don't take place in the app: the company texts the driver, or the driver answers by email. */
const demoChannels: Readonly<Record<number, Record<'company' | 'driver', MessageChannel>>> = {
  1: { company: 'sms', driver: 'sms' },
  2: { company: 'sms', driver: 'sms' },
  3: { company: 'app', driver: 'email' },
};

type DemoMessage = Pick<typeof messages.$inferSelect, 'id' | 'body' | 'createdAt'>;
type DemoText = { message: DemoMessage; driverId: string; frame: Awaited<ReturnType<typeof createTextFrame>> };

/** A text that reached a driver who had agreed to texts. */
async function seedText(db: Database, { message, driverId, frame }: DemoText): Promise<void> {
  const [driver] = await db.select({ phone: users.phone }).from(users).where(eq(users.id, driverId));
  if (!driver?.phone) throw new Error('The demo driver has no phone');
  const { phone } = driver;
  const { id: messageId, createdAt } = message;
  await agreeToTexts(db, { userId: driverId, ip: null }, { phone, wording: textConsentWording(phone) });
  const body = `${frame.opening}${message.body}${frame.ending}`;
  const delivery = { state: 'delivered' as const, dueAt: createdAt, sentAt: createdAt, createdAt };
  await db.insert(textMessages).values({ messageId, driverId, phone, body, ...delivery });
}

type Applicant = { id: string; driverId: string | null; firstName: string; applicationAt: Date };

/** Writes to some applicants, of whom most have answered. Returns the entries of their timelines. */
export async function seedConversations<Contacted extends Applicant>(
  db: Database,
  { companyId, recruiterIds }: { companyId: string; recruiterIds: readonly string[] },
  applicants: readonly Contacted[],
) {
  const events = [];
  const random = randomFrom(2032);
  const [company] = await db.select({ companyName: companies.companyName }).from(companies).where(eq(companies.id, companyId));
  const driverIds = new Set<string>();
  for (const applicant of applicants) {
    const { id: applicationId, driverId, firstName, applicationAt } = applicant;
    if (driverId === null || driverIds.has(driverId) || driverIds.size >= maxConversations) continue;
    const n = driverIds.size;
    driverIds.add(driverId);
    const askedAt = new Date(Math.min(applicationAt.getTime() + (3 + n) * hourMs, Date.now() - 5 * hourMs));
    const isAnswered = n % 3 !== 2;
    const answeredAt = new Date(Math.min(askedAt.getTime() + (2 + n) * hourMs, Date.now() - n * 600_000));
    const id = random.id(askedAt);
    const authorId = recruiterIds[n % recruiterIds.length] ?? null;
    const question = (questions[n % questions.length] ?? '').replace('{name}', firstName);
    await db.insert(conversations).values({
      id,
      companyId,
      driverId,
      applicationId,
      lastSender: isAnswered ? 'driver' : 'company',
      waitingSince: isAnswered ? answeredAt : null,
      lastMessageAt: isAnswered ? answeredAt : askedAt,
      companyUnread: isAnswered && n < unreadAnswers + 1 ? 1 : 0,
      driverUnread: isAnswered ? 0 : 1,
      createdAt: askedAt,
    });
    const channels = demoChannels[n] ?? { company: 'app', driver: 'app' };
    const answer = channels.driver === 'email' ? emailAnswer : (answers[n % answers.length] ?? '');
    const sent = [
      { sender: 'company' as const, authorId, body: question, createdAt: askedAt },
      ...(isAnswered ? [{ sender: 'driver' as const, authorId: null, body: answer, createdAt: answeredAt }] : []),
    ];
    const rows = sent.map((message) => ({
      ...message,
      id: random.id(message.createdAt),
      conversationId: id,
      applicationId,
      channel: channels[message.sender],
    }));
    const frame = await createTextFrame(db, { companyId, companyName: company?.companyName ?? '', driverId, language: 'en' });
    await db.insert(messages).values(rows);
    for (const message of rows)
      if (message.sender === 'company' && message.channel === 'sms') await seedText(db, { message, driverId, frame });
    for (const { sender, body, createdAt, authorId: writerId, channel } of rows)
      events.push({
        applicant,
        at: createdAt,
        kind: 'message' as const,
        authorId: writerId,
        text: body,
        detail: { from: sender, channel, ...(channel === 'email' && { files: [emailFileName] }) },
      });
  }
  return events;
}

/** Adds the file to the demo's answer by email if it has none, after the rows of the demo are committed. */
export async function seedDemoAttachment({ db, media }: Pick<Services, 'db' | 'media'>): Promise<void> {
  const attachments = db
    .select({ id: messageAttachments.id })
    .from(messageAttachments)
    .where(eq(messageAttachments.messageId, messages.id));
  const [message] = await db
    .select({ id: messages.id, driverId: conversations.driverId })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(messages.channel, 'email'), eq(messages.body, emailAnswer), notExists(attachments)));
  if (!message) return;
  const { createPdf } = await import('#server/receipts/receipt-pdf.ts');
  const content = await createPdf({ content: 'Sample copy of a CDL for the demo' });
  const mediaId = await storeDocument(db, media, message.driverId, { content, mime: 'application/pdf' });
  await db.insert(messageAttachments).values({ messageId: message.id, mediaId, name: emailFileName, bytes: content.length });
}

/** A driver with unread messages of a company that he applied to. */
export async function seedDemoMessages(db: Database, driverId: string): Promise<void> {
  const [application] = await db
    .select()
    .from(applications)
    .where(and(eq(applications.driverId, driverId), isNull(applications.remindedAt)))
    .limit(1);
  if (!application) return;
  const random = randomFrom(2033);
  const times = [new Date(Date.now() - 26 * hourMs), new Date(Date.now() - 2 * hourMs)];
  const bodies = [
    `Hi ${application.firstName}, thanks for applying. Your profile looks like a good match.`,
    'Do you have time for a call tomorrow morning? Please write which number is best.',
  ];
  const id = random.id(times[0] ?? new Date());
  await db.insert(conversations).values({
    id,
    companyId: application.companyId,
    driverId,
    applicationId: application.id,
    lastSender: 'company',
    lastMessageAt: times[1] ?? new Date(),
    driverUnread: bodies.length,
  });
  await db.insert(messages).values(
    times.map((createdAt, n) => ({
      id: random.id(createdAt),
      conversationId: id,
      applicationId: application.id,
      sender: 'company' as const,
      body: bodies[n] ?? '',
      createdAt,
    })),
  );
  const { id: applicationId, companyId } = application;
  const event = { applicationId, companyId, kind: 'message' as const, detail: { from: 'company', channel: 'app' } };
  await db.insert(applicationEvents).values(times.map((at, n) => ({ ...event, id: random.id(at), at, text: bodies[n] ?? null })));
  await db
    .update(applications)
    .set({ answeredAt: times.find((at) => at > application.applicationAt) ?? null })
    .where(eq(applications.id, applicationId));
}
