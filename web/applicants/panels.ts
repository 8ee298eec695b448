/**
 * The panels of an applicant besides the timeline. Routes import this file when the app starts, so it imports no other code of
 * the feature.
 */
export const applicantPanels = ['messages', 'interviews'] as const;
export type ApplicantPanel = (typeof applicantPanels)[number];
