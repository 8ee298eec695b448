export const audit = {
  haulboard: 'Haulboard',
  ownCompanyDescription: 'Activity in your company, including actions by Haulboard staff on your behalf.',
  chosenCompanyDescription: 'Activity in this company, as its users see it.',
  allActivityDescription: 'All activity. Actions taken while impersonating someone show both names.',
  searchTheLog: 'Search the log',
  noActivityHint: 'Activity appears here as it happens.',
  noActivityYet: 'No activity yet',
} as const;
