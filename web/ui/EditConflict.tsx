import { Alert, Button, Table } from '@mantine/core';
import { t } from '#web/texts/app.ts';

type Props = {
  /** The fields that differ, with labels and both values. */
  fields: readonly { label: string; theirs: string; mine: string }[];
  /** Puts the stored version into the form. */
  onTakeTheirs: () => void;
};

/** Shown above a form whose change would have overwritten someone else's: both versions, and the choice between them. */
export function EditConflict({ fields, onTakeTheirs }: Props) {
  return (
    <Alert color="amber" role="alert" title={t('errors.changedMeanwhile')} mb="md">
      {fields.length > 0 ? (
        <>
          {t('common.yourChangesArentSavedYet')}
          <Table mt="sm" aria-label={t('common.bothVersions')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('common.field')}</Table.Th>
                <Table.Th scope="col">{t('common.savedVersion')}</Table.Th>
                <Table.Th scope="col">{t('common.yourVersion')}</Table.Th>
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
            {t('common.useTheSavedVersion')}
          </Button>
        </>
      ) : (
        t('common.theSavedVersionMatchesYours')
      )}
    </Alert>
  );
}
