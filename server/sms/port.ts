/**
 * The interface to a service that sends text messages (`docs/product/messages.md#text-messages`). Phone numbers are
 * the ten digits of a US number.
 */
export type OutgoingText = {
  /** The row's id, which is the same for every attempt. */
  id: string;
  to: string;
  body: string;
  /** When the text was written. It cannot have been sent before. */
  writtenAt: Date;
};

export interface SmsService {
  /**
   * Sends a text and returns the service's id of it. If the answer is lost, the text may have been sent.
   * @throws TextRefusedError when the service will never send it
   */
  send(text: OutgoingText): Promise<string>;
  /** Returns the ids of sent texts with this content. After a lost answer, they show whether the text was sent. */
  findSent(text: OutgoingText): Promise<string[]>;
  /** Whether the service signed a webhook, which has a form as its body. */
  isSigned(url: string, form: URLSearchParams, signature: string): boolean;
}

/** The service refused a text, and nothing was sent. */
export class TextRefusedError extends Error {
  override name = 'TextRefusedError';
  /** The phone's owner told the service to stop. */
  readonly isStopped: boolean;

  constructor(message: string, { isStopped = false }: { isStopped?: boolean } = {}) {
    super(message);
    this.isStopped = isStopped;
  }
}
