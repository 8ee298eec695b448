import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { mutedJobs, notificationChoices } from '#drizzle/schema/notifications.ts';
import { type Choice, type ChoiceKind, defaultChoice } from '#shared/notifications.ts';

/** Selects a person's notification choices in a query of people. */
export const choiceColumns = {
  choices: sql<Partial<Record<ChoiceKind, Choice>> | null>`(
    select json_object_agg(kind, json_build_object('email', email, 'bell', bell, 'push', push))
    from ${notificationChoices} where ${notificationChoices.userId} = ${users.id})`,
  mutedJobs: sql<string[]>`(
    select coalesce(json_agg(${mutedJobs.jobId}), '[]') from ${mutedJobs} where ${mutedJobs.userId} = ${users.id})`,
};

type WithChoices = { choices: Partial<Record<ChoiceKind, Choice>> | null; mutedJobs: string[] };

export const getChoice = ({ choices }: Pick<WithChoices, 'choices'>, kind: ChoiceKind): Choice =>
  choices?.[kind] ?? defaultChoice;

export const isMuted = ({ mutedJobs: jobIds }: Pick<WithChoices, 'mutedJobs'>, kind: ChoiceKind, jobId: string): boolean =>
  kind === 'new_application' && jobIds.includes(jobId);

/** Whether the person gets notifications of this kind in the app. */
export const isShown = (person: WithChoices, kind: ChoiceKind, jobId = ''): boolean =>
  getChoice(person, kind).bell && !isMuted(person, kind, jobId);
