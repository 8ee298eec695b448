import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceivedPrompt = { model: string; messages: { role: string; content: string }[] };

/** A fake AI service with the chat completions protocol. It records the prompts and returns the configured answer. */
export type AiServer = {
  url: string;
  received: ReceivedPrompt[];
  /** The next answer: a text (fixed or made from the prompt), an HTTP status, or a raw body. With null, no answer is sent. */
  answer: string | ((sent: string) => string) | { status: number } | { body: string } | null;
  close: () => void;
};

export const aiKey = 'ai-key-of-the-tests';

export async function startAiServer(): Promise<AiServer> {
  const json = (response: ServerResponse, status: number, body: string) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== `Bearer ${aiKey}` || request.url !== '/v1/chat/completions')
      return json(response, 401, '{"error":{}}');
    const prompt = JSON.parse(await text(request)) as ReceivedPrompt;
    server.received.push(prompt);
    const { answer } = server;
    if (answer === null) return undefined;
    if (typeof answer === 'object' && 'status' in answer) return json(response, answer.status, '{"error":{}}');
    if (typeof answer === 'object') return json(response, 200, answer.body);
    const content = typeof answer === 'string' ? answer : answer(prompt.messages.at(-1)?.content ?? '');
    return json(response, 200, JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }));
  };
  const listener = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const server: AiServer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/v1`,
    received: [],
    answer: 'Hello',
    close: () => {
      listener.closeAllConnections();
      listener.close();
    },
  };
  return server;
}
