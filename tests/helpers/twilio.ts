import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceivedText = { sid: string; to: string; body: string; statusUrl: string | null };

/** A fake text service with Twilio's protocol. It records the texts that it should send, and it can fail. */
export type TextServer = {
  url: string;
  received: ReceivedText[];
  /** Whether the next texts are accepted, accepted without a response, or rejected with an error. */
  mode: 'ok' | 'lose' | { status: number; code: number };
  close: () => void;
};

export const twilioAccount = { account: 'AC00000000000000000000000000000001', token: 'twilio-token', from: '+14025550100' };

export async function startTextServer({ onText }: { onText?: (count: number) => void } = {}): Promise<TextServer> {
  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const expectedAuthorization = `Basic ${Buffer.from(`${twilioAccount.account}:${twilioAccount.token}`).toString('base64')}`;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== expectedAuthorization)
      return answer(response, 401, { code: 20003, message: 'Authenticate' });
    if (request.method === 'GET') {
      const { searchParams } = new URL(request.url ?? '', server.url);
      const messages = server.received.filter(({ to }) => to === searchParams.get('To'));
      return answer(response, 200, { messages: messages.map(({ sid, body }) => ({ sid, body, date_created: new Date() })) });
    }
    const form = new URLSearchParams(await text(request));
    if (typeof server.mode === 'object') return answer(response, server.mode.status, { code: server.mode.code, message: 'No' });
    const sid = `SM${String(server.received.length).padStart(32, '0')}`;
    const [to, body] = [form.get('To') ?? '', form.get('Body') ?? ''];
    server.received.push({ sid, to, body, statusUrl: form.get('StatusCallback') });
    onText?.(server.received.length);
    if (server.mode === 'lose') return response.destroy();
    return answer(response, 201, { sid });
  };
  const listener = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const server: TextServer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    received: [],
    mode: 'ok',
    close: () => {
      listener.closeAllConnections();
      listener.close();
    },
  };
  return server;
}
