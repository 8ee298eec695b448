import { Checkbox, Select, SimpleGrid, Switch } from '@mantine/core';
import type { InputProps } from './FieldInput.tsx';

function SelectInput({ options = [], ...props }: InputProps) {
  return <Select data={options} allowDeselect={false} {...props} />;
}

function CheckboxesInput({ options = [], ...props }: InputProps) {
  return (
    <Checkbox.Group {...props}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs" mt="xs">
        {options.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

/** The inputs of forms that people mostly fill in on a computer. */
export const choiceInputs = { choice: SelectInput, choices: CheckboxesInput, flag: Checkbox };
/** The same, with a switch for a setting. */
export const settingInputs = { ...choiceInputs, flag: Switch };
