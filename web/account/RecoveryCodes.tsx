import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { t } from '#web/texts/app.ts';

type Props = { codes: readonly string[]; email: string; onClose: () => void };

export function RecoveryCodesModal({ codes, email, onClose }: Omit<Props, 'codes'> & { codes: readonly string[] | null }) {
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title={t('security.saveCodes')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {codes ? <RecoveryCodes codes={codes} email={email} onClose={onClose} /> : null}
    </Modal>
  );
}

/** Shows new recovery codes. They cannot be shown again later. */
export function RecoveryCodes({ codes, email, onClose }: Props) {
  const fileText = `${t('security.codesFileTitle', { email })}\n\n${codes.join('\n')}\n`;
  return (
    <Stack gap="md">
      <Text size="sm">{t('security.saveCodesExplained')}</Text>
      <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm" block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              {code}
            </Code>
          </li>
        ))}
      </Stack>
      <Group gap="xs">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? t('security.copied') : t('security.copyCodes')}
            </Button>
          )}
        </CopyButton>
        <Button
          size="xs"
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(fileText)}`}
          download="haulboard-recovery-codes.txt"
        >
          {t('security.downloadCodes')}
        </Button>
      </Group>
      <Button color="orange" onClick={onClose}>
        {t('security.iSavedThem')}
      </Button>
    </Stack>
  );
}
