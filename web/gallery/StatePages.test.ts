import { expect, test, vi } from 'vitest';
import { type FlowState, runFlow } from './StatePages.tsx';

const reportedSteps = () => {
  const states: FlowState[] = [];
  return { states, tell: (state: FlowState) => void states.push(state) };
};

test('steps run in order and end in done', async () => {
  const { states, tell } = reportedSteps();
  const order: number[] = [];
  await runFlow([async () => order.push(0), async () => order.push(1)], new AbortController().signal, tell);
  expect(order).toEqual([0, 1]);
  expect(states).toEqual([{ phase: 'running', step: 0 }, { phase: 'running', step: 1 }, { phase: 'done' }]);
});

test('a failure names its step, and a retry continues from there', async () => {
  const { states, tell } = reportedSteps();
  const first = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const error = new Error('no road');
  const second = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error).mockResolvedValueOnce();
  const { signal } = new AbortController();
  await runFlow([first, second], signal, tell);
  expect(states.at(-1)).toEqual({ phase: 'failed', step: 1, error });
  await runFlow([first, second], signal, tell, 1);
  expect(states.at(-1)).toEqual({ phase: 'done' });
  expect(first).toHaveBeenCalledOnce();
});

test('cancelling stops before the next step', async () => {
  const { states, tell } = reportedSteps();
  const controller = new AbortController();
  const second = vi.fn<() => Promise<void>>();
  await runFlow([async () => controller.abort(), second], controller.signal, tell);
  expect(states.at(-1)).toEqual({ phase: 'cancelled', step: 1 });
  expect(second).not.toHaveBeenCalled();
});
