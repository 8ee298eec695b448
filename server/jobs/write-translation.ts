import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { jobs, jobTranslations } from '#drizzle/schema/jobs.ts';
import { askAssistant, namesOfPeople } from '#server/ai/ask-assistant.ts';
import { translateInstructions } from '#server/ai/instructions.ts';
import type { Database } from '#server/db/open.ts';
import { conflict } from '#server/errors.ts';
import { outlineHtml, outlineOf } from '#server/rich-text/outline.ts';
import type { Services } from '#server/services.ts';
import { countHit } from '#server/session/throttle.ts';
import { text, type Language } from '#shared/texts/texts.ts';
import { contactHider } from '#shared/writing/contacts.ts';
import { maxOutline } from './write-description.ts';

/** Each call costs the operator money, and anyone can ask for one. A stored translation costs nothing. */
const perJob = { maxHits: 3, windowSeconds: 60 * 60 };
const perInstallation = { maxHits: 200, windowSeconds: 60 * 60 };

type Description = { id: string; jobDescription: string };

/** A translation belongs to the text that it was made from. */
const hashOf = ({ jobDescription }: Description) => createHash('sha256').update(jobDescription).digest('hex');

/** The stored translation of a job's description as safe HTML. Null if there is none, or the employer has changed the text. */
export async function findTranslation(db: Database, job: Description, language: Language): Promise<string | null> {
  const [row] = await db
    .select({ html: jobTranslations.html })
    .from(jobTranslations)
    .where(
      and(eq(jobTranslations.jobId, job.id), eq(jobTranslations.language, language), eq(jobTranslations.sourceHash, hashOf(job))),
    );
  return row?.html ?? null;
}

/**
 * Translates a job's description with the AI service and stores the translation for all readers
 * (`docs/product/jobs.md#translations`). Returns whether there is a translation now.
 * @throws conflict without an AI service, and too_many
 */
export async function translateDescription(services: Services, job: Description, language: Language): Promise<boolean> {
  const { db } = services;
  if (!services.assistant) throw conflict(text('errors.noAiService'));
  if ((await findTranslation(db, job, language)) !== null) return true;
  const outline = outlineOf(job.jobDescription);
  if (!outline || outline.length > maxOutline) return false;
  await countHit(db, { bucket: 'translation', key: job.id }, perJob);
  await countHit(db, { bucket: 'translation_all', key: 'all' }, perInstallation);
  const [company] = await db.select({ id: jobs.companyId }).from(jobs).where(eq(jobs.id, job.id));
  if (!company) return false;
  const answer = await askAssistant(services, {
    instructions: translateInstructions(language),
    text: outline,
    contacts: contactHider(await namesOfPeople(db, company.id)),
    maxLength: 2 * maxOutline,
    isTranslation: true,
  });
  if (!('text' in answer)) return false;
  const translation = { sourceHash: hashOf(job), html: outlineHtml(answer.text) };
  await db
    .insert(jobTranslations)
    .values({ jobId: job.id, language, ...translation })
    .onConflictDoUpdate({ target: [jobTranslations.jobId, jobTranslations.language], set: translation });
  return true;
}
