import { z } from 'zod';
import { requestService } from '#server/http/outgoing.ts';
import { type Assistant, AssistantError } from './port.ts';

export type ChatSettings = { url: string; key: string; model: string };
type Options = ChatSettings & { timeoutMs?: number; maxCalls?: number };

const answerSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }), finish_reason: z.string().nullish() })).min(1),
});
/** A description of this length takes several minutes to read. */
const maxBytes = 64 * 1024;

/**
 * The chat completions protocol of OpenAI, which many services and local servers share. Only fields that all of them accept
 * are sent. More than `maxCalls` at a time fail at once, so that a slow service does not hold up other requests.
 */
export function chatCompletions({ url, key, model, timeoutMs = 20_000, maxCalls = 8 }: Options): Assistant {
  const address = `${url.replace(/\/$/, '')}/chat/completions`;
  let calls = 0;
  const call = async (body: string): Promise<string> => {
    const response = await requestService(address, {
      service: url,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      timeoutMs,
      maxBytes,
    }).catch((error: unknown) => {
      throw new AssistantError('The AI service cannot be reached or did not answer in time', { cause: error });
    });
    if (!response.ok) throw new AssistantError(`The AI service answered ${response.status}`);
    return textIn(response.text);
  };
  return {
    write: async ({ instructions, text }) => {
      if (calls >= maxCalls) throw new AssistantError('Too many calls of the AI service at a time');
      calls += 1;
      const messages = [
        { role: 'system', content: instructions },
        { role: 'user', content: text },
      ];
      try {
        return await call(JSON.stringify({ model, messages }));
      } finally {
        calls -= 1;
      }
    },
  };
}

function textIn(body: string): string {
  const answer = answerSchema.safeParse(parsed(body)).data?.choices[0];
  const text = answer?.message.content.trim();
  if (!text) throw new AssistantError('The AI service answered without a text');
  if (answer?.finish_reason === 'length') throw new AssistantError('The AI service did not finish its text');
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
