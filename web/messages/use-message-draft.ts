import * as z from 'zod/mini';
import { writingSources } from '#shared/jobs/writing.ts';
import { outgoingChannels } from '#shared/messages/message.ts';
import { stored } from '#web/browser/stored.ts';
import { useMe } from '#web/signed-in/use-me.ts';

const draftSchema = z.object({
  body: z.string(),
  channel: z.enum(outgoingChannels),
  /** Who wrote a suggested text that the user has not edited. */
  source: z.nullable(z.enum(writingSources)),
});
export type MessageDraft = z.infer<typeof draftSchema>;

const draftStore = stored('messageDraft', draftSchema);
const emptyDraft: MessageDraft = { body: '', channel: 'app', source: null };

/**
 * The unsent message of a user in a conversation. It stays when the user opens another panel or closes the drawer
 * (`docs/product/messages.md#conversations`). A company's conversation is named by the applicant.
 */
export function useMessageDraft(conversationId: string) {
  const owner = `${useMe().id}:${conversationId}`;
  const readDraft = () => draftStore.read(owner) ?? emptyDraft;
  const changeDraft = (change: Partial<MessageDraft>) => {
    const draft = { ...readDraft(), ...change };
    if (draft.body === '' && draft.channel === 'app') draftStore.clear(owner);
    else draftStore.write(draft, owner);
  };
  return { draft: draftStore.useValue(owner) ?? emptyDraft, readDraft, changeDraft };
}
