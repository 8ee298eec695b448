/** Where browsers keep the token of the account that is signed in, in local storage (`spec: access §9`). */
export const accessTokenKey = 'accessToken';

/** The browser lock that a tab holds while it changes tokens or their cookies. */
export const sessionLock = 'haulboard.refresh';
