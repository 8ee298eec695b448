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
        {questions.map((question) => (
          <List.Item key={question.id}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {question.text}
            </Text>
            {questionDetails(question).map((line) => (
              <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {line}
              </Text>
            ))}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** What a company reads about a question besides its text: how it is answered, and which answers are flagged. */
export function questionDetails({ type, choices, isRequired, knockOut }: Question): string[] {
  const howAnswered = [
    labelOf(questionTypes, type, writeText),
    isRequired ? t('screening.required') : t('screening.optional'),
    ...(choices.length > 0 ? [choices.join(', ')] : []),
  ];
  return [howAnswered.join(' · '), ...(knockOut ? [ruleText(knockOut)] : [])];
}

/** Says which answers flag an applicant. */
function ruleText({ answers, below, above }: KnockOut): string {
  const names = answers.map((value) => formatAnswer({ value }, writeText)).join(', ');
  if (names) return t('screening.flagsAnswers', { answers: names });
  if (above === null) return t('screening.flagsBelow', { below: below ?? 0 });
  return below === null ? t('screening.flagsAbove', { above }) : t('screening.flagsOutside', { below, above });
}
