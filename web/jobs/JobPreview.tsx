import { Box, Button, Drawer, List, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { trpcClient } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { type PreviewSource, toPreview } from './posting.ts';

type Props = PreviewSource & { companyId: string };
type ButtonProps = Props & { isOpen: boolean; onOpen: (isOpen: boolean) => void };

/** The width of the preview. A form beside it keeps this much room on wide screens. */
export const previewWidth = '34.375rem';

/** Opens the job's public page beside the form. It follows the form while both are open. */
export function JobPreviewButton({ isOpen, onOpen, ...props }: ButtonProps) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        {t('common.preview')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => onOpen(false)}
        position="right"
        size={previewWidth}
        title={t('jobs.previewForDrivers')}
        withOverlay={false}
        lockScroll={false}
        trapFocus={false}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('jobs.closePreview') }}
        styles={{ inner: { left: 'auto' }, content: { display: 'flex', flexDirection: 'column' }, body: { flex: 1, padding: 0 } }}
      >
        {isOpen ? <JobPreview {...props} /> : null}
      </Drawer>
    </>
  );
}

const delayMs = 400;

function JobPreview({ companyId, ...source }: Props) {
  const [shown] = useDebouncedValue(source, delayMs);
  const { request, missing } = toPreview(shown);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { data, error, refetch } = useQuery({
    queryKey: ['job-preview', companyId, request],
    queryFn: request ? ({ signal }) => trpcClient.preview.job.mutate({ ...request, companyId }, { signal }) : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (request === null)
    return (
      <Stack gap="xs" p="md">
        <Text>{t('jobs.previewNeeds')}</Text>
        <List>
          {missing.map((label) => (
            <List.Item key={label}>{label}</List.Item>
          ))}
        </List>
      </Stack>
    );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Box
      component="iframe"
      title={t('jobs.previewForDrivers')}
      srcDoc={data.html}
      // The page's own font and images load, but it cannot run scripts, open windows or leave the frame.
      sandbox="allow-same-origin"
      onLoad={({ currentTarget: { contentDocument } }) => {
        if (contentDocument) contentDocument.documentElement.dataset['scheme'] = scheme;
      }}
      key={scheme}
      display="block"
      w="100%"
      h="100%"
      style={{ border: 0 }}
    />
  );
}
