import { MantineProvider, NativeSelect } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { homeTimes } from '#shared/catalogues.ts';
import { lineField } from '#shared/fields.ts';
import { choiceField, choiceOrNullField, lineOrNullField, textField } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';
import { createFieldInput, type InputProps } from './FieldInput.tsx';

const fields = {
  title: { ...textField(text('common.jobTitle'), lineField(2, 120)), hint: text('fields.birthDateHint') },
  note: lineOrNullField(text('common.name'), 40),
  homeTime: choiceField(text('common.homeTime'), homeTimes, 'errors.notInList'),
  otherHomeTime: choiceOrNullField(text('common.homeTime'), homeTimes, 'errors.notInList'),
};

const NativeChoice = ({ options, ...props }: InputProps) => <NativeSelect data={options} {...props} />;
const TestInput = createFieldInput(fields, { choice: NativeChoice });
const form = { key: (name: string) => name, getInputProps: (name: string) => ({ onChange: () => null, 'data-path': name }) };
const render = (props: Omit<Parameters<typeof TestInput>[0], 'form'>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <TestInput form={form} {...props} />
    </MantineProvider>,
  );

test('an input has the label, the hint and the maximum length of its field', () => {
  const html = render({ name: 'title' });
  expect(html).toContain('Job title');
  expect(html).toContain('-description');
  expect(html).toContain('maxLength="120"');
  expect(render({ name: 'note' })).toContain('maxLength="40"');
});

test('it is marked as required if its field may not stay empty, unless the screen marks nothing', () => {
  expect(render({ name: 'title' })).toContain('required=""');
  expect(render({ name: 'homeTime' })).toContain('required=""');
  expect(render({ name: 'title', required: false })).not.toContain('required=""');
  expect(render({ name: 'note' })).not.toContain('required=""');
  expect(render({ name: 'otherHomeTime' })).not.toContain('required=""');
});

test('only an optional choice has an empty option', () => {
  expect(render({ name: 'homeTime' })).not.toContain('<option value="">');
  expect(render({ name: 'otherHomeTime' })).toMatch(/<option value="">/);
});
