/**
 * Connects calls that need a confirmation with the dialog that asks for it (`docs/product/access.md#step-up`). Calls that wait
 * at the same time share one dialog.
 */
type Question = { answer: (isConfirmed: boolean) => void };

let question: Question | null = null;
let answered: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
const show = (next: Question | null) => {
  question = next;
  for (const listen of listeners) listen();
};

/** Opens the dialog. True once the person has confirmed, false if they cancel. */
export function askToConfirm(): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => show({ answer: resolve })).finally(() => {
    answered = null;
    show(null);
  });
  return answered;
}

export const stepUpQuestion = {
  subscribe: (listen: () => void): (() => void) => {
    listeners.add(listen);
    return () => listeners.delete(listen);
  },
  current: (): Question | null => question,
};
