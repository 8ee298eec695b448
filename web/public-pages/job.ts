/** Runs on the page of a job that drivers apply for here. */
import { showOwnApplication } from './own-application.ts';
import { startSaveButtons } from './save-button.ts';
import { storeSource } from './source.ts';
import { prepareForNoConnection } from './without-connection.ts';

storeSource();
void showOwnApplication();
startSaveButtons();
prepareForNoConnection();
