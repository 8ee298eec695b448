import type { Locator, Page } from '@playwright/test';

/** What a person did: presses of the mouse button or a finger, and fields that were filled in. */
export type Steps = { presses: number; fields: number };

/**
 * Counts every press on any page of the browser context, also in frames, and the fields filled in with `fill`. With a mouse,
 * fields are reached by keyboard. With a finger, a field that is filled in right after a press needs a press itself, and the
 * keyboard's Next key leads on from there. Call it before the first page is opened.
 */
export async function countSteps(page: Page, device: 'mouse' | 'finger') {
  const steps: Steps = { presses: 0, fields: 0 };
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
