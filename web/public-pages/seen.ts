/** Runs on the search page, which lists the last jobs, and on the pages of jobs. */
import { showSeenJobs, storeSeenJob } from './seen-jobs.ts';

showSeenJobs();
storeSeenJob();
