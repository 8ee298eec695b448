import { Alert, Button, Table } from '@mantine/core';
import { messages } from '#shared/messages.ts';

type Props = {
  /** The fields that differ, with labels and both values. */
  fields: readonly { label: string; theirs: string; mine: string }[];
  /** Puts the stored version into the form. */
  onTakeTheirs: () => void;
};

/** Shown above a form whose change would have overwritten someone else's: both versions, and the choice between them. */
export function EditConflict({ fields, onTakeTheirs }: Props) {
  return (
    <Alert color="amber" role="alert" title={messages.changedMeanwhile} mb="md">
      {fields.length > 0 ? (
        <>
          Your changes aren’t saved yet. Save again to keep them, or use the saved version.
          <Table mt="sm" aria-label="Both versions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Field</Table.Th>
                <Table.Th scope="col">Saved version</Table.Th>
                <Table.Th scope="col">Your version</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map(({ label, theirs, mine }) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td>{theirs}</Table.Td>
                  <Table.Td>{mine}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Button variant="default" size="xs" mt="sm" onClick={onTakeTheirs}>
            Use the saved version
          </Button>
        </>
      ) : (
        'The saved version matches yours. Save again or close.'
      )}
    </Alert>
  );
}
