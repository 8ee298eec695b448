/** Runs on pages with lists of jobs, for drivers and visitors. A job's page has `job.ts`. */
import { startBestMatch } from './best-match.ts';
import { startSaveButtons } from './save-button.ts';
import { showSeenJobs, storeSeenJob } from './seen-jobs.ts';
import { prepareForNoConnection } from './without-connection.ts';

showSeenJobs();
void storeSeenJob();
startSaveButtons();
startBestMatch();
prepareForNoConnection();
