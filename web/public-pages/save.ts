/** Runs on pages with lists of jobs, for drivers and visitors. A job's page has `job.ts`. */
import { startBestMatch } from './best-match.ts';
import { startSaveButtons } from './save-button.ts';
import { prepareForNoConnection } from './without-connection.ts';

startSaveButtons();
startBestMatch();
prepareForNoConnection();
