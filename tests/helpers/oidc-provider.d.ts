/** Declares the parts of oidc-provider that the tests use, because the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    Grant: new (options: { clientId: string; accountId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
  }
  export const interactionPolicy: {
    Prompt: new (prompt: { name: string; requestable: boolean }) => object;
    base(): { add(prompt: object): void };
  };
}
