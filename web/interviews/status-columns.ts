import type { InterviewStatus } from '#shared/applicants/interview.ts';

/** The color of the badge of each status. */
export const statusColors: Record<InterviewStatus, string> = {
  proposed: 'amber',
  scheduled: 'green',
  declined: 'gray',
  canceled: 'gray',
  over: 'blue',
  no_show: 'red',
  expired: 'gray',
};
