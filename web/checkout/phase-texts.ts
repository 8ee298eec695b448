import type { Phase } from './pay-order.ts';

/** What is being done, while one waits. */
export const phaseTexts: Readonly<Record<Phase, string>> = {
  checkingCard: 'Checking the card',
  savingCard: 'Saving the card',
  uploadingVideo: 'Uploading the video',
  placingOrder: 'Saving the job',
  charging: 'Paying. Please stay on this page',
  waiting: 'The payment service did not answer. Trying once more in 5 seconds',
};
