import { Checkbox, NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type KnockOut, maxQuestionText, type Question, questionTypes } from '#shared/applicants/screening.ts';
import { options } from '#shared/catalogues.ts';
import { t, writeText } from '#web/texts/app.ts';

/** The error of a part of a question, or of something in it, such as one of the choices. */
export function questionError(errors: Readonly<Record<string, ReactNode>>, path: string): ReactNode {
  const name = Object.keys(errors).find((key) => `${key}.`.startsWith(`${path}.`));
  return name ? errors[name] : undefined;
}

/** A question that has not been written yet. */
export const createQuestion = (): Question => ({
  id: crypto.randomUUID(),
  type: 'yes_no',
  text: '',
  choices: [],
  isRequired: true,
  knockOut: null,
});

/** The parts of a question that can have an error. */
export const questionParts = ['text', 'choices', 'knockOut'] as const;
type QuestionPart = (typeof questionParts)[number];
type QuestionProps = {
  question: Question;
  /** The id of the input with the question's text. A question can be on the screen twice: in the job, and in the library. */
  textInputId: string;
  /** Whether a surrounding dialog gives the focus to the question's text. */
  hasInitialFocus?: boolean;
  getError: (part: QuestionPart) => ReactNode;
  onBlur: (part: QuestionPart) => void;
  onChange: (changes: Partial<Question>) => void;
};

/** The inputs of one question: its text, the type of its answer, and which answers are flagged. */
export function QuestionFields({ question, textInputId, hasInitialFocus = false, getError, onBlur, onChange }: QuestionProps) {
  const { type, text, choices, isRequired, knockOut } = question;
  const changeChoices = (next: string[]) => onChange({ choices: next, knockOut: withChoices(knockOut, choices, next) });
  return (
    <Stack gap="md">
      <TextInput
        id={textInputId}
        data-autofocus={hasInitialFocus || undefined}
        label={t('screening.question')}
        placeholder={t('screening.questionPlaceholder')}
        required
        maxLength={maxQuestionText}
        value={text}
        error={getError('text')}
        onBlur={() => onBlur('text')}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label={t('screening.answerType')}
          data={options(questionTypes, writeText)}
          allowDeselect={false}
          value={type}
          onChange={(next) => {
            const chosenType = questionTypes.find(({ code }) => code === next);
            if (chosenType && chosenType.code !== type) onChange({ type: chosenType.code, choices: [], knockOut: null });
          }}
        />
        {type === 'yes_no' ? <YesNoRule knockOut={knockOut} onChange={onChange} /> : null}
      </SimpleGrid>
      {type === 'choice' ? (
        <Textarea
          label={t('screening.choices')}
          description={t('screening.choicesHint')}
          required
          autosize
          minRows={3}
          maxRows={12}
          value={choices.join('\n')}
          error={getError('choices')}
          onBlur={() => onBlur('choices')}
          onChange={(event) => changeChoices(event.currentTarget.value.split('\n'))}
        />
      ) : null}
      {type === 'choice' ? <ChoiceRule choices={choices} knockOut={knockOut} onChange={onChange} /> : null}
      {type === 'number' ? <NumberRule knockOut={knockOut} error={getError('knockOut')} onChange={onChange} /> : null}
      <Checkbox
        label={t('screening.mustAnswerLabel')}
        checked={isRequired}
        onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
      />
    </Stack>
  );
}

const emptyRule: KnockOut = { answers: [], below: null, above: null };
const toRule = (answers: KnockOut['answers']): KnockOut | null => (answers.length > 0 ? { ...emptyRule, answers } : null);

/** Updates the flags after the choices change: an edited choice stays flagged, and a removed choice loses its flag. */
function withChoices(knockOut: KnockOut | null, before: readonly string[], after: readonly string[]): KnockOut | null {
  if (!knockOut) return null;
  const isSameLength = before.length === after.length;
  const renamedAnswers = knockOut.answers.map((answer) =>
    isSameLength ? (after[before.indexOf(String(answer))] ?? '') : answer,
  );
  return toRule(renamedAnswers.filter((answer) => typeof answer === 'string' && answer.trim() !== '' && after.includes(answer)));
}

type RuleProps = { knockOut: KnockOut | null; onChange: QuestionProps['onChange'] };

function YesNoRule({ knockOut, onChange }: RuleProps) {
  const flaggedAnswer = knockOut?.answers[0];
  return (
    <Select
      label={t('screening.flagAnswersLabel')}
      data={[
        { value: '', label: t('screening.noFlag') },
        { value: 'true', label: t('common.yes') },
        { value: 'false', label: t('common.no') },
      ]}
      allowDeselect={false}
      value={flaggedAnswer === undefined ? '' : String(flaggedAnswer)}
      onChange={(value) => onChange({ knockOut: toRule(value ? [value === 'true'] : []) })}
    />
  );
}

function ChoiceRule({ choices, knockOut, onChange }: RuleProps & { choices: readonly string[] }) {
  const distinctChoices = [...new Set(choices.filter((choice) => choice.trim() !== ''))];
  if (distinctChoices.length === 0) return null;
  return (
    <Checkbox.Group
      label={t('screening.flagAnswersLabel')}
      value={(knockOut?.answers ?? []).map(String)}
      onChange={(answers) => onChange({ knockOut: toRule(answers) })}
    >
      <Stack gap="xs" mt="xs">
        {distinctChoices.map((choice) => (
          <Checkbox key={choice} value={choice} label={choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function NumberRule({ knockOut, error, onChange }: RuleProps & { error: ReactNode }) {
  const setLimit = (limit: Partial<KnockOut>) => {
    const next = { ...emptyRule, ...knockOut, ...limit };
    onChange({ knockOut: next.below === null && next.above === null ? null : next });
  };
  const toLimit = (value: number | string) => (typeof value === 'number' ? value : null);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NumberInput
        label={t('screening.flagBelow')}
        placeholder={t('screening.noFlag')}
        inputMode="decimal"
        hideControls
        clampBehavior="none"
        value={knockOut?.below ?? ''}
        error={error}
        onChange={(value) => setLimit({ below: toLimit(value) })}
      />
      <NumberInput
        label={t('screening.flagAbove')}
        placeholder={t('screening.noFlag')}
        inputMode="decimal"
        hideControls
        clampBehavior="none"
        value={knockOut?.above ?? ''}
        onChange={(value) => setLimit({ above: toLimit(value) })}
      />
    </SimpleGrid>
  );
}
