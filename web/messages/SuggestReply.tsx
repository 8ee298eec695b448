import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Outputs, trpc } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';

export type Suggestion = Outputs['messages']['suggestReply'];

type Props = { applicantId: string; onSuggest: (suggestion: Suggestion) => void };

/** Fills the empty form with a suggested message (`docs/product/messages.md#suggested-replies`). */
export function SuggestReplyButton({ applicantId, onSuggest }: Props) {
  const suggest = useMutation(trpc.messages.suggestReply.mutationOptions({ onError: (error) => toast.error(error) }));
  return (
    <Button
      variant="default"
      size="xs"
      loading={suggest.isPending}
      leftSection={<IconSparkles size={14} aria-hidden />}
      onClick={() => suggest.mutate({ applicantId }, { onSuccess: onSuggest })}
    >
      {t('messages.suggestReply')}
    </Button>
  );
}
