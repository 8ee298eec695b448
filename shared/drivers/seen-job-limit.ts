/** The maximum number of seen jobs of a driver. It has a file of its own for scripts of public pages. */
export const maxSeenJobs = 50;
