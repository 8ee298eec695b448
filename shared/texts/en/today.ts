export const today = {
  title: 'Needs your attention',
  nothing: 'Nothing is waiting for you right now.',
  loading: 'Loading what needs your attention',
  newApplicants: '{count, plural, one {new applicant} other {new applicants}}',
  unansweredMessages: '{count, plural, one {unanswered message} other {unanswered messages}}',
  interviews: '{count, plural, one {upcoming interview} other {upcoming interviews}}',
  expiringJobs: '{count, plural, one {job expiring soon} other {jobs expiring soon}}',
  declinedJobs: '{count, plural, one {declined payment} other {declined payments}}',
} as const;
