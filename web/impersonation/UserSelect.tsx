import { Loader, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName } from '#shared/format.ts';
import { asStatus } from '#web/ui/as-status.ts';
import { errorText } from '#web/errors.ts';
import { peopleOf } from './queries.ts';

type Props = { companyId: string | null; value: string | null; onChange: (userId: string | null) => void };

/** The people of the chosen company who can sign in themselves; found by name or address. */
export function UserSelect({ companyId, value, onChange }: Props) {
  const { data, isFetching, error } = useQuery({ ...peopleOf(companyId ?? ''), enabled: companyId !== null });
  const people = companyId === null ? [] : (data ?? []);
  const isEmpty = companyId !== null && data?.length === 0;
  return (
    <Select
      label="Select user"
      placeholder={companyId === null ? 'Choose a company' : 'Type a name or an email'}
      description={isEmpty ? 'No users available. This company’s users are deactivated or locked.' : undefined}
      searchable
      openOnFocus={false}
      disabled={companyId === null || isEmpty}
      data={people.map((person) => ({ value: person.id, label: `${fullName(person)} (${person.email})` }))}
      value={value}
      onChange={onChange}
      nothingFoundMessage={isFetching ? 'Searching users' : 'No users match'}
      rightSection={isFetching ? <Loader size="xs" {...asStatus('Searching users')} /> : undefined}
      error={error ? errorText(error) : undefined}
      maxDropdownHeight={240}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
