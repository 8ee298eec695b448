/** Runs on pages with jobs to save, except those with `job.ts`, which includes it. */
import { startSaveButtons } from './save-button.ts';
import { prepareForNoConnection } from './without-connection.ts';

startSaveButtons();
prepareForNoConnection();
