import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { jobs, jobTranslations } from '#drizzle/schema/jobs.ts';
import { askAssistant, namesOfPeople } from '#server/ai/ask-assistant.ts';
import { translateInstructions } from '#server/ai/instructions.ts';
import type { Database } from '#server/db/open.ts';
import { countHit, toAddressKey } from '#server/limits/throttle.ts';
import { outlineHtml, outlineOf } from '#server/rich-text/outline.ts';
import type { Services } from '#server/services.ts';
import type { Language } from '#shared/texts/texts.ts';
import { contactHider } from '#shared/writing/contacts.ts';
import { maxOutline } from './write-description.ts';

/** Each call costs the operator money, and anyone can ask for one. A stored translation costs nothing. */
const perReader = { maxHits: 10, windowSeconds: 60 * 60 };
const perJob = { maxHits: 3, windowSeconds: 60 * 60 };
const perInstallation = { maxHits: 200, windowSeconds: 60 * 60 };
/** The other calls to the service are kept for employers. */
const maxRunning = 2;

type Description = { id: string; jobDescription: string };

/** A translation belongs to the text that it was made from. */
const hashOf = (jobDescription: string) => createHash('sha256').update(jobDescription).digest('hex');

/** The text that would be sent to the service. Null if there is none, or it is too long. */
function sourceOf({ jobDescription }: Description): string | null {
  const outline = outlineOf(jobDescription);
  return outline !== '' && outline.length <= maxOutline ? outline : null;
}

/** Whether the description is short enough to be translated. */
export const isTranslatable = (job: Description): boolean => sourceOf(job) !== null;

/** The stored translation of a job's description as safe HTML. Null if there is none, or the employer has changed the text. */
export async function findTranslation(db: Database, job: Description, language: Language): Promise<string | null> {
  const { jobId, language: storedLanguage, sourceHash, html } = jobTranslations;
  const [row] = await db
    .select({ html })
    .from(jobTranslations)
    .where(and(eq(jobId, job.id), eq(storedLanguage, language), eq(sourceHash, hashOf(job.jobDescription))));
  return row?.html ?? null;
}

/** The translations that this node is waiting for, so that two readers at once cause one call. */
const running = new Map<string, Promise<boolean>>();

type Reader = { language: Language; ip: string };

/**
 * Translates a job's description with the AI service and stores the translation for all readers
 * (`docs/product/jobs.md#translations`). Returns whether there is a translation now.
 * @throws too_many
 */
export async function translateDescription(services: Services, job: Description, reader: Reader): Promise<boolean> {
  if (!services.assistant) return false;
  const key = `${job.id} ${reader.language}`;
  const waiting = running.get(key);
  if (waiting) return waiting;
  if (running.size >= maxRunning) return false;
  const translation = writeTranslation(services, job, reader).finally(() => running.delete(key));
  running.set(key, translation);
  return translation;
}

async function writeTranslation(services: Services, job: Description, { language, ip }: Reader): Promise<boolean> {
  const { db } = services;
  if ((await findTranslation(db, job, language)) !== null) return true;
  const source = sourceOf(job);
  const [row] = await db.select({ companyId: jobs.companyId }).from(jobs).where(eq(jobs.id, job.id));
  if (source === null || !row) return false;
  await countHit(db, { bucket: 'translation_reader', key: toAddressKey(ip) }, perReader);
  await countHit(db, { bucket: 'translation', key: job.id }, perJob);
  await countHit(db, { bucket: 'translation_all', key: 'all' }, perInstallation);
  const answer = await askAssistant(services, {
    instructions: translateInstructions(language),
    text: source,
    contacts: contactHider(await namesOfPeople(db, row.companyId)),
    maxLength: 2 * maxOutline,
    translateInto: language,
  });
  return 'text' in answer && storeTranslation(db, job, { language, html: outlineHtml(answer.text) });
}

/** Stores nothing if the employer has changed the text, or the company was erased, while the service was working. */
async function storeTranslation(
  db: Database,
  job: Description,
  { language, html }: { language: Language; html: string },
): Promise<boolean> {
  const sourceHash = hashOf(job.jobDescription);
  return db.transaction(async (tx) => {
    const [current] = await tx.select({ text: jobs.descriptionHtml }).from(jobs).where(eq(jobs.id, job.id)).for('share');
    if (!current || hashOf(current.text) !== sourceHash) return false;
    await tx
      .insert(jobTranslations)
      .values({ jobId: job.id, language, sourceHash, html })
      .onConflictDoUpdate({ target: [jobTranslations.jobId, jobTranslations.language], set: { sourceHash, html } });
    return true;
  });
}
