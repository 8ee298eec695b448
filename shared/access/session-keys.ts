/** The local storage key of the signed-in account's access token (`docs/product/access.md#sessions`). */
export const accessTokenKey = 'accessToken';

/** The browser lock that a tab holds while it changes tokens or their cookies. */
export const sessionLock = 'haulboard.refresh';

/** Where a driver found a job, kept in the tab's session storage between the job's page and the application. */
export const applicationSourceKey = 'applicationSource';

/** The email address that a visitor typed on the page before the application form, kept in the tab's session storage. */
export const applyAddressKey = 'applyEmail';
