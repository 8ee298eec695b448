import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { countHit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import type { Language } from '#shared/texts/texts.ts';
import type { ContactHider } from '#shared/writing/contacts.ts';
import { numbersNotIn, numbersNotTranslated, promisesNotIn } from '#shared/writing/numbers.ts';
import { AssistantError } from './port.ts';

/** A person tries some wordings of a text. Each call costs the operator money. */
const perEmployee = { maxHits: 60, windowSeconds: 60 * 60 };
const perCompany = { maxHits: 300, windowSeconds: 60 * 60 };

/** @throws too_many */
export async function countWriting(db: Database, { userId, companyId }: { userId: string; companyId: string }): Promise<void> {
  await countHit(db, { bucket: 'writing', key: userId }, perEmployee);
  await countHit(db, { bucket: 'writing_company', key: companyId }, perCompany);
}

type Request = {
  instructions: string;
  text: string;
  contacts: ContactHider;
  maxLength: number;
  /** The language of a translation. Its numbers are checked, and promises are not, because they have other words in it. */
  translateInto?: Language;
};

export type AssistantText = { text: string } | { problem: 'failed' | 'invented' };

/**
 * Asks the AI service and checks its text: every number and promise in it has to be in the text that was sent. Contact
 * details are hidden before and put back after.
 */
export async function askAssistant(
  { assistant, log }: Pick<Services, 'assistant' | 'log'>,
  { instructions, text, contacts, maxLength, translateInto }: Request,
): Promise<AssistantText> {
  if (!assistant) return { problem: 'failed' };
  const sent = contacts.hide(text);
  try {
    const answer = await assistant.write({ instructions, text: sent });
    const invented = translateInto
      ? numbersNotTranslated(answer, translateInto, sent)
      : [...numbersNotIn(answer, sent), ...promisesNotIn(answer, sent)];
    if (invented.length > 0) return { problem: 'invented' };
    const restored = contacts.restore(answer);
    return restored === null || restored.length > maxLength ? { problem: 'failed' } : { text: restored };
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    log.warn({ err: error }, 'The AI service wrote nothing');
    return { problem: 'failed' };
  }
}

/** The names of a company's people, who may be named in its texts. */
export async function namesOfPeople(db: Database, companyId: string): Promise<string[]> {
  const people = await db
    .select({ fullName: users.fullName, firstName: users.firstName, lastName: users.lastName })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(eq(employees.companyId, companyId))
    .limit(500);
  return people.flatMap((person) => Object.values(person));
}
