import type { Phase } from './pay-order.ts';

/** What is being done, while one waits. */
export const phaseTexts: Readonly<Record<Phase, string>> = {
  checkingCard: 'Checking your card',
  savingCard: 'Saving your card',
  uploadingVideo: 'Uploading your video',
  placingOrder: 'Saving your job',
  charging: 'Processing payment… don’t close this page',
  waiting: 'No answer from the payment service. Trying again in 5 seconds',
};
