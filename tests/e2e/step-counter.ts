import type { Locator, Page } from '@playwright/test';

/** What a person did: presses of the mouse button or a finger, fields that were filled in, and keys that were typed. */
export type Steps = { presses: number; fields: number; keys: number };

/**
 * How long the steps take a person on a phone: 0.35 seconds for a key, 1.1 for a press, and 1.35 for the decision before each
 * field and each press that does not only lead into a field.
 */
export function estimateSeconds({ presses, fields, keys }: Steps): number {
  return keys * 0.35 + presses * 1.1 + Math.max(presses, fields) * 1.35;
}

/**
 * Counts every press on any page of the browser context, also in frames, and the fields filled in with `fill`. With a mouse,
 * fields are reached by keyboard. With a finger, a field that is filled in right after a press needs a press itself, and the
 * keyboard's Next key leads on from there. Call it before the first page is opened.
 */
export async function countSteps(page: Page, device: 'mouse' | 'finger') {
  const steps: Steps = { presses: 0, fields: 0, keys: 0 };
  let hasPressed = true;
  await page.context().exposeBinding('reportPress', () => {
    steps.presses += 1;
    hasPressed = true;
  });
  await page.context().addInitScript(() => {
    const { reportPress } = window as unknown as { reportPress: () => void };
    window.addEventListener('pointerdown', (event) => event.isTrusted && reportPress(), { capture: true });
  });
  return {
    steps,
    fill: async (field: Locator, value: string) => {
      await field.fill(value);
      steps.fields += 1;
      steps.keys += value.length;
      if (device === 'finger' && hasPressed) steps.presses += 1;
      hasPressed = false;
    },
    /** A native list on a phone opens with one press, and another one chooses. Playwright chooses without pressing. */
    select: async (field: Locator, option: string) => {
      await field.selectOption(option);
      steps.presses += 2;
      hasPressed = true;
    },
  };
}
