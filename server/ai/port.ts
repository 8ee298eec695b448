/** An AI service that writes texts (`docs/product/jobs.md#write-with-help`). */
export type Assistant = {
  /** @throws AssistantError */
  write: (request: WritingRequest) => Promise<string>;
};

export type WritingRequest = {
  /** What to do, in our words. */
  instructions: string;
  /** What to do it with. Contact details of people are hidden before. */
  text: string;
};

/** No usable answer. The message is for the log and never contains a part of a text. */
export class AssistantError extends Error {}
