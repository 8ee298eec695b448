/** The steps of the sample flow, in order. */
export const steps = ['Ask the server', 'Count the albums', 'Add an album', 'Remove it again'] as const;

export type FlowState =
  | { phase: 'idle' }
  | { phase: 'running'; step: number }
  | { phase: 'done' }
  | { phase: 'cancelled'; step: number }
  | { phase: 'failed'; step: number; error: unknown };

/**
 * Runs steps one after another and tells where it is. A step that has begun is finished; cancelling stops before the next.
 */
export async function runFlow(
  tasks: readonly (() => Promise<unknown>)[],
  signal: AbortSignal,
  tell: (state: FlowState) => void,
  from = 0,
): Promise<void> {
  for (const [step, task] of tasks.entries()) {
    if (step < from) continue;
    if (signal.aborted) return tell({ phase: 'cancelled', step });
    tell({ phase: 'running', step });
    try {
      await task();
    } catch (error) {
      return tell({ phase: 'failed', step, error });
    }
  }
  tell({ phase: 'done' });
}
