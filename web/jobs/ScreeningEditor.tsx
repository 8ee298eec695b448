import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type KnockOut, maxQuestions, maxQuestionText, type Question, questionTypes } from '#shared/applicants/screening.ts';
import { options } from '#shared/catalogues.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { ContentValues } from './content-form.ts';

const fieldName = 'screeningQuestions';
const inputId = (id: string, part: 'text' | 'up' | 'down') => `question-${id}-${part}`;
const addButtonId = 'add-question';

/** Edits the questions for applicants. */
export function ScreeningEditor({ form }: { form: SchemaForm<ContentValues> }) {
  const questions = form.useWatchValue(fieldName);
  const [announcement, setAnnouncement] = useState('');
  /** The id of the element to focus after the changed list has been rendered. */
  const nextFocusId = useRef<string>(undefined);
  useEffect(() => {
    if (!nextFocusId.current) return;
    document.getElementById(nextFocusId.current)?.focus();
    nextFocusId.current = undefined;
  }, [questions]);

  const clearErrors = (path: string) => {
    for (const name of Object.keys(form.errors)) if (`${name}.`.startsWith(`${path}.`)) form.clearFieldError(name);
  };
  const setAll = (next: Question[]) => {
    clearErrors(fieldName);
    form.setFieldValue(fieldName, next);
  };
  const change = (index: number, changes: Partial<Question>) => {
    clearErrors(`${fieldName}.${index}`);
    form.setFieldValue(
      fieldName,
      questions.map((question, otherIndex) => (otherIndex === index ? { ...question, ...changes } : question)),
    );
  };
  const add = () => {
    const question: Question = {
      id: crypto.randomUUID(),
      type: 'yes_no',
      text: '',
      choices: [],
      isRequired: true,
      knockOut: null,
    };
    nextFocusId.current = inputId(question.id, 'text');
    setAll([...questions, question]);
  };
  const remove = (index: number) => {
    const remainingQuestions = questions.filter((_, otherIndex) => otherIndex !== index);
    const neighbor = remainingQuestions[Math.min(index, remainingQuestions.length - 1)];
    nextFocusId.current = neighbor ? inputId(neighbor.id, 'text') : addButtonId;
    setAnnouncement(t('screening.questionRemoved', { number: index + 1 }));
    setAll(remainingQuestions);
  };
  const move = (index: number, offset: 1 | -1) => {
    const movedQuestion = questions[index];
    const newIndex = index + offset;
    if (!movedQuestion || newIndex < 0 || newIndex >= questions.length) return;
    nextFocusId.current = inputId(movedQuestion.id, offset < 0 ? 'up' : 'down');
    setAnnouncement(t('screening.questionMoved', { number: newIndex + 1 }));
    setAll(questions.filter((one) => one !== movedQuestion).toSpliced(newIndex, 0, movedQuestion));
  };

  return (
    <Section title={t('screening.questions')} description={t('screening.questionsHint')}>
      <Stack gap="md">
        {questions.map((question, index) => (
          <Paper
            key={question.id}
            withBorder
            p="md"
            component="fieldset"
            m={0}
            miw={0}
            aria-label={t('screening.questionNumber', { number: index + 1 })}
          >
            <Group justify="space-between" wrap="nowrap" mb="xs">
              <Text fw={600} size="sm" aria-hidden>
                {t('screening.questionNumber', { number: index + 1 })}
              </Text>
              <Group gap="xs" wrap="nowrap">
                <MoveButton question={question} index={index} offset={-1} isDisabled={index === 0} onMove={move} />
                <MoveButton
                  question={question}
                  index={index}
                  offset={1}
                  isDisabled={index === questions.length - 1}
                  onMove={move}
                />
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={t('screening.removeQuestion', { number: index + 1 })}
                  onClick={() => remove(index)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </Group>
            <QuestionFields
              question={question}
              getError={(part) => errorAt(form, `${fieldName}.${index}.${part}`)}
              onBlur={(part) => void form.validateField(`${fieldName}.${index}.${part}`)}
              onChange={(part) => change(index, part)}
            />
          </Paper>
        ))}
        {form.errors[fieldName] ? <Input.Error>{form.errors[fieldName]}</Input.Error> : null}
        {questions.length > 0 ? (
          <Text size="sm" c="dimmed">
            {t('screening.flagHint')} {t('screening.editHint')}
          </Text>
        ) : null}
        {questions.length < maxQuestions ? (
          <div>
            <Button id={addButtonId} variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              {t('screening.addQuestion')}
            </Button>
          </div>
        ) : null}
        <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      </Stack>
    </Section>
  );
}

/** The error of a field or of a part of it, such as one of the choices. */
function errorAt(form: SchemaForm<ContentValues>, path: string) {
  const name = Object.keys(form.errors).find((key) => `${key}.`.startsWith(`${path}.`));
  return name ? form.errors[name] : undefined;
}

type MoveProps = {
  question: Question;
  index: number;
  offset: 1 | -1;
  /** A disabled button keeps the focus, so the keyboard keeps working at both ends of the list. */
  isDisabled: boolean;
  onMove: (index: number, offset: 1 | -1) => void;
};

function MoveButton({ question, index, offset, isDisabled, onMove }: MoveProps) {
  const Icon = offset < 0 ? IconArrowUp : IconArrowDown;
  const number = index + 1;
  return (
    <ActionIcon
      id={inputId(question.id, offset < 0 ? 'up' : 'down')}
      variant="default"
      size="lg"
      aria-label={offset < 0 ? t('screening.moveQuestionUp', { number }) : t('screening.moveQuestionDown', { number })}
      aria-disabled={isDisabled || undefined}
      data-disabled={isDisabled || undefined}
      onClick={() => onMove(index, offset)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

type Part = 'text' | 'choices' | 'knockOut';
type QuestionProps = {
  question: Question;
  getError: (part: Part) => ReactNode;
  onBlur: (part: Part) => void;
  onChange: (changes: Partial<Question>) => void;
};

function QuestionFields({ question, getError, onBlur, onChange }: QuestionProps) {
  const { id, type, text, choices, isRequired, knockOut } = question;
  const changeChoices = (next: string[]) => onChange({ choices: next, knockOut: withChoices(knockOut, choices, next) });
  return (
    <Stack gap="md">
      <TextInput
        id={inputId(id, 'text')}
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
