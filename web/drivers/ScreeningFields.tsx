import { Alert, Group, NativeSelect, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { answerPath, maxAnswerText, type PublicQuestion } from '#shared/applicants/screening.ts';
import type { DriverForm } from '#shared/drivers/driver.ts';
import { t } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { Section } from '#web/ui/Section.tsx';

type Props = { form: SchemaForm<DriverForm>; questions: readonly PublicQuestion[]; companyName: string; children?: ReactNode };

/** The questions that the company asks about a job. The children are above them. */
export function ScreeningFields({ form, questions, companyName, children }: Props) {
  const problem = form.errors[answerPath()];
  if (questions.length === 0 && !problem) return null;
  return (
    <Section title={t('screening.questionsFromCompany', { company: companyName })}>
      <Stack gap="lg">
        {problem ? (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        ) : null}
        {children}
        {questions.map((question) => (
          <Answer key={question.id} form={form} question={question} />
        ))}
      </Stack>
    </Section>
  );
}

function Answer({ form, question }: { form: SchemaForm<DriverForm>; question: PublicQuestion }) {
  const { id, type, text, choices, isRequired } = question;
  const path = answerPath(id);
  const key = form.key(path);
  const input = { label: text, ...(isRequired ? { required: true } : {}), ...form.getInputProps(path) };
  switch (type) {
    case 'yes_no':
      return (
        <Radio.Group key={key} {...input}>
          {/* The form focuses the first input of an invalid group. */}
          <Group gap="xl" my="xs" data-error={input.error ? true : undefined}>
            <Radio value="yes" label={t('common.yes')} />
            <Radio value="no" label={t('common.no')} />
            {isRequired ? null : <Radio value="" label={t('screening.noAnswer')} />}
          </Group>
        </Radio.Group>
      );
    case 'number':
      return (
        <NumberInput
          key={key}
          {...input}
          inputMode="decimal"
          hideControls
          clampBehavior="none"
          styles={{ wrapper: { maxWidth: '14rem' } }}
        />
      );
    case 'choice':
      return <NativeSelect key={key} {...input} data={[{ value: '', label: t('common.choose') }, ...choices]} />;
    case 'text':
      return <TextInput key={key} {...input} maxLength={maxAnswerText} />;
  }
}
