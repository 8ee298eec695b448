/**
 * Connects calls that need a confirmation with the dialog that asks for it (`docs/product/access.md#step-up`). Calls that
 * need one at the same time share one dialog.
 */
type Question = { answer: (isConfirmed: boolean) => void };

let question: Question | null = null;
let openPrompt: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
const show = (next: Question | null) => {
  question = next;
  for (const listen of listeners) listen();
};

/** Opens the dialog. Resolves to true when the person has confirmed, and to false when they cancel. */
export function askToConfirm(): Promise<boolean> {
  openPrompt ??= new Promise<boolean>((resolve) => show({ answer: resolve })).finally(() => {
    openPrompt = null;
    show(null);
  });
  return openPrompt;
}

export const stepUpQuestion = {
  subscribe: (listen: () => void): (() => void) => {
    listeners.add(listen);
    return () => listeners.delete(listen);
  },
  current: (): Question | null => question,
};
