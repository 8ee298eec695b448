import { askAssistant, countWriting, namesOfPeople } from '#server/ai/ask-assistant.ts';
import { draftInstructions, rewriteInstructions, shortenInstructions } from '#server/ai/instructions.ts';
import { AppError, conflict, invalid } from '#server/errors.ts';
import { outlineHtml, outlineOf } from '#server/rich-text/outline.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { composeDescription, factsText } from '#shared/jobs/description-draft.ts';
import type { DescriptionFacts } from '#shared/jobs/description-facts.ts';
import type { RewriteDescription, WrittenDescription } from '#shared/jobs/writing.ts';
import { text } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { contactHider } from '#shared/writing/contacts.ts';
import { readDescription } from './job-columns.ts';

/** Longer descriptions are rare, and few services would rewrite one in time. */
export const maxOutline = 12_000;

/** Descriptions are English, whatever the language of the person who asks for a draft. */
const write = writerIn('en');

/** Drafts a description from the facts, with the built-in template if the AI service cannot be used. */
export async function draftDescription(
  services: Services,
  { companyId }: OwnCompany,
  { userId }: ActingUser,
  facts: DescriptionFacts,
): Promise<WrittenDescription> {
  await countWriting(services.db, { userId, companyId });
  const answer = await askAssistant(services, {
    instructions: draftInstructions,
    text: factsText(facts, write),
    contacts: contactHider(await namesOfPeople(services.db, companyId)),
    maxLength: maxOutline,
  });
  return 'text' in answer
    ? { jobDescription: outlineHtml(answer.text), source: 'assistant' }
    : { jobDescription: outlineHtml(composeDescription(facts, write)), source: 'template' };
}

const instructionsOf = { rewrite: rewriteInstructions, shorten: shortenInstructions };

/**
 * Rewrites or shortens a description. Only the description is sent, without email addresses, phone numbers and names of the
 * company's people.
 * @throws conflict without an AI service, and provider_failed if its text cannot be used
 */
export async function rewriteDescription(
  services: Services,
  { companyId }: OwnCompany,
  { userId }: ActingUser,
  { jobDescription, jobDescriptionDoc, how }: RewriteDescription & { how: keyof typeof instructionsOf },
): Promise<WrittenDescription> {
  if (!services.assistant) throw conflict(text('errors.noAiService'));
  const description = readDescription({ text: jobDescription, document: jobDescriptionDoc });
  const outline = outlineOf(description?.descriptionHtml ?? '');
  if (!outline) throw invalid('job_description', text('errors.jobDescriptionRequired'));
  if (outline.length > maxOutline) throw invalid('job_description', text('errors.textTooLong'));
  await countWriting(services.db, { userId, companyId });
  const answer = await askAssistant(services, {
    instructions: instructionsOf[how],
    text: outline,
    contacts: contactHider(await namesOfPeople(services.db, companyId)),
    maxLength: maxOutline,
  });
  if ('text' in answer) return { jobDescription: outlineHtml(answer.text), source: 'assistant' };
  throw new AppError(
    'provider_failed',
    answer.problem === 'invented' ? text('errors.aiServiceInvented') : text('errors.aiServiceFailed'),
  );
}
