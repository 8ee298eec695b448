import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadPrivateFile } from '#web/api/download.ts';
import { t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';

/** Downloads all data that we store about the person (`docs/product/access.md#your-data`). */
export function YourData() {
  const download = useMutation({
    mutationFn: () => downloadPrivateFile('/user/export'),
    onSuccess: () => toast.success(t('account.dataDownloaded')),
    onError: (error) => toast.error(error),
  });
  return (
    <Section title={t('account.yourData')} description={t('account.yourDataExplained')}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('account.downloadYourData')}
      </Button>
    </Section>
  );
}
