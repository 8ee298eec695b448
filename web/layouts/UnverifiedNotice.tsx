import { Alert, Button, Group, Stack, Text, type ButtonProps } from '@mantine/core';
import { IconMailExclamation } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText } from '#web/api/errors.ts';
import { trpc } from '#web/api/trpc.ts';
import { type Me, reloadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';

type Props = {
  me: Me;
  /** What needs the verified address, as a sentence. */
  title: string;
  /** What to do now. It may contain the address. */
  text: string;
};

/** How often the screen looks whether the link was opened, in milliseconds. It may have been opened on another device. */
const checkIntervalMs = 5_000;

/** Says that an action needs a verified email address, sends the link again, and goes away when it was opened. */
export function UnverifiedNotice({ me, title, text }: Props) {
  return (
    <Alert role="note" color="amber" icon={<IconMailExclamation size={20} aria-hidden />} title={title}>
      {me.impersonatorId ? (
        <Text size="sm">{t('frames.onlyOwnerCanVerify', { email: me.email })}</Text>
      ) : (
        <OwnAddress text={text} />
      )}
    </Alert>
  );
}

function OwnAddress({ text }: { text: string }) {
  useQuery({ ...trpc.auth.me.queryOptions(), refetchInterval: checkIntervalMs, refetchOnWindowFocus: 'always' });
  const checkMutation = useMutation({ mutationFn: reloadMe });
  const notVerifiedText = checkMutation.data && !checkMutation.data.emailVerified ? t('frames.notVerifiedYet') : null;
  return (
    <Stack gap="sm">
      <Text size="sm">{text}</Text>
      <Group gap="sm">
        <Button size="xs" variant="default" loading={checkMutation.isPending} onClick={() => checkMutation.mutate()}>
          {t('frames.iveVerifiedMyEmail')}
        </Button>
        <SendAgainButton size="xs" variant="subtle" />
      </Group>
      <Text size="sm" component="output">
        {checkMutation.error ? errorText(checkMutation.error) : notVerifiedText}
      </Text>
    </Stack>
  );
}

/** Sends the verification email again. */
export function SendAgainButton(props: Omit<ButtonProps, 'loading' | 'children'>) {
  const resendMutation = useMutation(
    trpc.auth.resendVerification.mutationOptions({
      onSuccess: () => toast.success(t('frames.verificationLinkResent')),
      onError: (error) => toast.error(error),
    }),
  );
  return (
    <Button {...props} loading={resendMutation.isPending} onClick={() => resendMutation.mutate()}>
      {t('common.sendAgain')}
    </Button>
  );
}
