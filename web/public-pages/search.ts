/** Runs on the search page, which works as links and a form without it. */
import { startPlaceField } from './place-field.ts';
import { startSearchForm } from './search-form.ts';

startSearchForm();
startPlaceField();
