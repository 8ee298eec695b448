export const notices = {
  interviewChanged:
    '{change, select, scheduled {{applicant} chose {kind, select, road_test {a road test} orientation {an orientation} other {an interview}} time} declined {{applicant} can’t make any of the {kind, select, road_test {road test} orientation {orientation} other {interview}} times} company_canceled {A colleague canceled the {kind, select, road_test {road test} orientation {orientation} other {interview}} with {applicant}} company_rescheduled {A colleague proposed other {kind, select, road_test {road test} orientation {orientation} other {interview}} times to {applicant}} no_times_left {Other drivers took all {kind, select, road_test {road test} orientation {orientation} other {interview}} times proposed to {applicant}} other {{applicant} canceled the {kind, select, road_test {road test} orientation {orientation} other {interview}}}}',
  interviewReminder:
    'Upcoming {kind, select, road_test {road test} orientation {orientation} other {interview}} with {applicant}',
  interviewAccountDeleted:
    '{kind, select, road_test {Road test} orientation {Orientation} other {Interview}} canceled because the driver deleted their account',
  interviewDetails: '{title}, {when}',
  newApplicants: '{count, plural, one {New applicant for {title}} other {# new applicants for {title}}}',
  applicationStatus: '{status, select, hired {{company} hired you} other {{company} moved your application to Interview}}',
  applicantNames: '{more, plural, =0 {{names}} other {{names} and # more}}',
  jobAlert: '{count, plural, one {# new job} other {# new jobs}} for “{name}”',
  jobAlerts: '{count, plural, one {# new job} other {# new jobs}} for {searches} saved searches',
  jobCreated: 'New job to review: {title} ({count, plural, one {# job} other {# jobs}})',
  followUpDue: 'Follow up with {applicant}',
  followUpsDue: '{count, plural, one {# follow-up is due} other {# follow-ups are due}}',
  followUpsDueBody: 'Open the list to see what to do.',
  unansweredMany: '{count, plural, one {# applicant is waiting for an answer} other {# applicants are waiting for an answer}}',
  unansweredManyBody: 'Open the list to answer them.',
  codeText: 'Haulboard: {code} is your code. It works for {minutes} minutes. Never share it.',
  mention: 'You were mentioned in a note about {applicant}',
  jobCreatedBody: 'Haulboard created this posting for your company. It goes live after you pay for it.',
} as const;
