import { List, Text } from '@mantine/core';
import { formatAnswer, type KnockOut, type Question, questionTypes } from '#shared/applicants/screening.ts';
import { labelOf } from '#shared/catalogues.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';

/** The questions that the job asks its applicants, in their order. */
export function JobQuestions({ questions }: { questions: readonly Question[] }) {
  if (questions.length === 0) return null;
  return (
    <Section title={t('screening.questions')}>
      <List type="ordered" spacing="md" size="sm" pr="md">
        {questions.map(({ id, text, type, choices, isRequired, knockOut }) => (
          <List.Item key={id}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[
                labelOf(questionTypes, type, writeText),
                isRequired ? t('screening.required') : t('screening.optional'),
                ...(choices.length > 0 ? [choices.join(', ')] : []),
              ].join(' · ')}
            </Text>
            {knockOut ? (
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {ruleText(knockOut)}
              </Text>
            ) : null}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** Says which answers flag an applicant. */
function ruleText({ answers, below, above }: KnockOut): string {
  const names = answers.map((value) => formatAnswer({ value }, writeText)).join(', ');
  if (names) return t('screening.flagsAnswers', { answers: names });
  if (above === null) return t('screening.flagsBelow', { below: below ?? 0 });
  return below === null ? t('screening.flagsAbove', { above }) : t('screening.flagsOutside', { below, above });
}
